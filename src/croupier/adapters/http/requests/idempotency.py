"""The `Idempotency-Key` header: a request that may be sent again without being done again.

By the IETF's draft (draft-ietf-httpapi-idempotency-key-header-07) its value is a string of RFC 8941 in
quotes. Most clients send it bare; both are taken, and mean the same key.
"""

import re
from hashlib import sha256
from typing import Final

from croupier.adapters.http.problems.faults import MalformedHeader
from croupier.adapters.http.requests.heads import Headers
from croupier.service.callers import Caller
from croupier.service.errors import NotFound
from croupier.service.handling import Key

_BARE: Final = re.compile(r"[!#-~][ -~]{0,254}")
_QUOTED: Final = re.compile(r'"((?:[ !#-[\]-~]|\\["\\]){1,255})"')
_ESCAPED: Final = re.compile(r'\\(["\\])')


def idempotency_key(headers: Headers, caller: Caller, path: str, body: bytes) -> Key | None:
    """The key that the caller sent, good for this caller and path only; None when he sent none.

    Raises `MalformedHeader`, and `NotFound` for a path with a NUL: no id has one, and the key could not be
    kept for it.
    """
    value = headers.get("idempotency-key")
    if value is None:
        return None
    if "\0" in path:
        raise NotFound("there is nothing of that id")
    key = value if _BARE.fullmatch(value) else _unquoted(value)
    return Key(f"{caller.name} POST {path}", key, sha256(body).digest())


def _unquoted(value: str) -> str:
    """What is in the quotes (RFC 8941, 3.3.3): `"a"` is the key `a`. Raises `MalformedHeader`."""
    found = _QUOTED.fullmatch(value)
    if found is None:
        raise MalformedHeader("Idempotency-Key has 1 to 255 printable ASCII characters, in quotes or bare")
    return _ESCAPED.sub(r"\1", found[1])
