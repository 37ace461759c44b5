"""The header fields of answers."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from croupier.adapters.http.openapi.components import Schema

HEADERS: Final[dict[str, Schema]] = {
    "X-Request-Id": {
        "description": "The request's id, to name it to whoever keeps the service.",
        "schema": {"type": "string"},
        "example": "965086e0e952a456c6a12c70",
    },
    "ETag": {
        "description": "The revision of the table, wallet or dispute, as an entity tag.",
        "schema": {"type": "string", "pattern": '^"[0-9]+"$'},
        "example": '"7"',
    },
    "Idempotency-Replayed": {
        "description": "`true` where this is the answer to an earlier request with the same key.",
        "schema": {"type": "string", "const": "true"},
        "example": "true",
    },
    "Location": {
        "description": "Where the new thing is.",
        "schema": {"type": "string", "format": "uri-reference"},
        "example": "/v1/tables/baccarat-qlx4fwjy6whico45",
    },
    "Link": {
        "description": "Where the next page is, and from a later one the first (RFC 8288). Not there on a"
        " page that is the whole list.",
        "schema": {"type": "string"},
        "example": '</v1/tables?limit=2&cursor=bx3J>; rel="next"',
    },
    "RateLimit": {
        "description": "What is left of each quota that the request counted for: `r` requests now, and one"
        " more at the latest in `t` seconds (draft-ietf-httpapi-ratelimit-headers-11). Not there where"
        " nothing is counted.",
        "schema": {"type": "string"},
        "example": '"key";r=9999;t=1',
    },
    "RateLimit-Policy": {
        "description": "Those quotas: `q` requests in `w` seconds, by a `key`'s holder, a `player` or an"
        " `address`.",
        "schema": {"type": "string"},
        "example": '"key";q=10000;w=10',
    },
    "Content-Disposition": {
        "description": "That it is to be kept as a file, and the file's name (RFC 6266).",
        "schema": {"type": "string"},
        "example": 'attachment; filename="house-baccarat-qlx4fwjy6whico45.croupier.tar"',
    },
    "Retry-After": {
        "description": "Seconds to wait before the next try.",
        "schema": {"type": "string", "pattern": "^[0-9]+$"},
        "example": "1",
    },
    "WWW-Authenticate": {
        "description": "How to say who calls (RFC 6750).",
        "schema": {"type": "string"},
        "example": 'Bearer realm="croupier"',
    },
    "Accept": {
        "description": "The media types that are understood (RFC 9110, 15.5.16).",
        "schema": {"type": "string"},
        "example": "application/json",
    },
    "Accept-Encoding": {
        "description": "How the body may be encoded (RFC 9110, 12.5.3).",
        "schema": {"type": "string"},
        "example": "identity",
    },
    "Connection": {
        "description": "`close`: the connection is closed, since the rest of the request was not read.",
        "schema": {"type": "string"},
        "example": "close",
    },
    "Deprecation": {
        "description": "Since when this is deprecated (RFC 9745); `Link` leads to what to use instead.",
        "schema": {"type": "string", "pattern": "^@[0-9]+$"},
        "example": "@1798761600",
    },
    "Sunset": {
        "description": "From when on this may be gone (RFC 8594).",
        "schema": {"type": "string"},
        "example": "Sat, 01 Jan 2028 00:00:00 GMT",
    },
}

QUOTAS: Final = ("RateLimit", "RateLimit-Policy")


def headers(*fields: str) -> dict[str, Schema]:
    """References to the descriptions of these fields, as far as they are described here."""
    return {field: {"$ref": f"#/components/headers/{field}"} for field in fields if field in HEADERS}


def used(answers: Iterable[Mapping[str, Any]]) -> dict[str, Schema]:
    """The descriptions that these answers refer to: one that nobody uses is a mistake to linters."""
    names = {field for answer in answers for field in answer.get("headers", ())}
    return {name: HEADERS[name] for name in sorted(names)}
