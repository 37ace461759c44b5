"""What the head of a request says: its headers, each given once, and the request's id."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

import uuid_utils

from croupier.adapters.http.problems.faults import HeadersTooLarge, MalformedHeader, UriTooLong
from croupier.adapters.http.server.rsgi import Fielded, Fields, Scope
from croupier.service.apikeys import PREFIX
from croupier.service.errors import Unauthenticated

Headers = Mapping[str, str]

PLAYER: Final = "croupier-player"
"""Names the player for whom an operator acts."""

_ONCE: Final = frozenset(
    (
        "authorization",
        "content-type",
        "content-length",
        "idempotency-key",
        "last-event-id",
        "if-match",
        "if-none-match",
        PLAYER,
    )
)
_NEVER_OVERHEARD: Final = (
    "idempotency-key",
    "if-match",
    "last-event-id",
    "content-type",
    "content-encoding",
    PLAYER,
)
"""What changes the meaning of a request, so that no value of it may be passed over. Without an
authorization that can be read nobody is let in, and a condition `If-None-Match` that is none matches nothing.
"""

LONGEST: Final = 8192
"""Characters of a header field's value."""

MOST_FIELDS: Final = 64
"""Header fields of a request."""

LONGEST_URI: Final = 4096
"""Characters of path and query together."""

_REQUEST_ID: Final = re.compile(r"[A-Za-z0-9._~+/=-]{1,128}")
_SECRETS: Final = (f"{PREFIX}live_", f"{PREFIX}test_", "whsec_", "eyJ")
"""How keys, secrets of webhooks and JSON Web Tokens begin, wherever in a text they do."""


def headers_of(fields: Iterable[tuple[str, str]], present: Fielded) -> Headers:
    """The headers by their lower-case names.

    Raises `MalformedHeader` for one that counts and is given twice, so that no two readers of the request
    take different ones for valid, and for one outside of ASCII that changes what is asked for: it is
    `present` though not among the fields. (The server does not show one outside of ASCII that stands behind
    one of the same name that is ASCII; the first counts then.)
    """
    found: dict[str, str] = {}
    for name, value in fields:
        if name in found and name in _ONCE:
            raise MalformedHeader(f"{spelled(name)} is given twice")
        found[name] = value
    for name in _NEVER_OVERHEARD:
        if name in present and present.get(name) is None:
            raise MalformedHeader(f"{spelled(name)} has to be ASCII")
    return found


def spelled(name: str) -> str:
    """The header's lower-case name as it is documented: `last-event-id` is "Last-Event-ID"."""
    return "-".join("ID" if part == "id" else part.capitalize() for part in name.split("-"))


def require_bounded(scope: Scope, fields: Fields) -> None:
    """Raises `UriTooLong`, `HeadersTooLarge`. What the server itself refuses before does not come so far.

    Fields outside of ASCII are seen by their names alone: each name counts once, and how long they are only
    the server's own bound of the whole head tells.
    """
    if len(scope.path) + len(scope.query_string) > LONGEST_URI:
        raise UriTooLong(f"path and query have at most {LONGEST_URI} characters together")
    names = len(scope.headers)
    if len(fields) + names > MOST_FIELDS and len(fields) + names - len(dict(fields)) > MOST_FIELDS:
        raise HeadersTooLarge(f"a request has at most {MOST_FIELDS} header fields")
    for name, value in fields:
        if len(value) > LONGEST:
            raise HeadersTooLarge(f"{spelled(name[:100])} is longer than {LONGEST} bytes")


def request_id(fields: Iterable[tuple[str, str]]) -> str:
    """The client's `X-Request-Id` where it is fit to be written into log lines, else a fresh one.

    What has in it what looks like a key or a token is not: it was put into the wrong field.
    """
    for name, value in fields:
        if name == "x-request-id" and _REQUEST_ID.fullmatch(value) and not _tells_a_secret(value):
            return value
    return uuid_utils.uuid7().hex


def _tells_a_secret(text: str) -> bool:
    return any(beginning in text for beginning in _SECRETS)


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
