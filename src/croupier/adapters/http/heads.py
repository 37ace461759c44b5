"""What the head of a request says: its headers, each given once, and the request's id."""

import re
from collections.abc import Container, Iterable, Mapping
from typing import Final

import uuid_utils

from croupier.adapters.http.faults import MalformedHeader
from croupier.service.errors import Unauthenticated

Headers = Mapping[str, str]

_ONCE: Final = frozenset(
    ("authorization", "content-type", "content-length", "idempotency-key", "if-match", "if-none-match")
)
_NEVER_OVERHEARD: Final = ("idempotency-key", "if-match")
_LONGEST: Final = 8192
_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._~+/=-]{1,128}")


def headers_of(fields: Iterable[tuple[str, str]], present: Container[str]) -> Headers:
    """The headers by their lower-case names.

    Raises `MalformedHeader` for one that counts and is given twice, so that no two readers of the request
    take different ones for valid, for any above 8 KiB, and for a condition outside of ASCII: it is
    `present` though not among the fields, and must not be passed over in silence.
    """
    found: dict[str, str] = {}
    for name, value in fields:
        if name in found and name in _ONCE:
            raise MalformedHeader(f"{name} is given twice")
        if len(value) > _LONGEST:
            raise MalformedHeader(f"{name} is longer than {_LONGEST} bytes")
        found[name] = value
    for name in _NEVER_OVERHEARD:
        if name not in found and name in present:
            raise MalformedHeader(f"{name} has to be ASCII")
    return found


def request_id(fields: Iterable[tuple[str, str]]) -> str:
    """The client's `X-Request-Id` where it is fit to be written into log lines, else a fresh one."""
    for name, value in fields:
        if name == "x-request-id" and _REQUEST_ID.fullmatch(value):
            return value
    return uuid_utils.uuid7().hex


def credential(headers: Headers) -> str:
    """The key or token of `Authorization: Bearer`. Raises `Unauthenticated` without one."""
    value = headers.get("authorization")
    if value is None:
        raise Unauthenticated("a key or a token is needed")
    scheme, _, text = value.partition(" ")
    text = text.strip()
    if scheme.lower() != "bearer" or not text:
        raise Unauthenticated("the authorization must be a Bearer key or token")
    return text
