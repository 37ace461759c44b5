"""The `Idempotency-Key` header: a request that may be sent again without being done again."""

import re
from hashlib import sha256
from typing import Final

from croupier.adapters.http.faults import MalformedHeader
from croupier.adapters.http.heads import Headers
from croupier.service.callers import Caller
from croupier.service.handling import Key

_KEY: Final = re.compile(r"[ -~]{1,255}")


def idempotency_key(headers: Headers, caller: Caller, path: str, body: bytes) -> Key | None:
    """The key as the caller sent it, good for this caller and path only; None when he sent none.

    Raises `MalformedHeader`.
    """
    value = headers.get("idempotency-key")
    if value is None:
        return None
    if not _KEY.fullmatch(value):
        raise MalformedHeader("an idempotency key has 1 to 255 printable ASCII characters")
    return Key(f"{caller.name} POST {path}", value, sha256(body).digest())
