"""Revisions as entity tags (RFC 9110, 8.8.3): the ETag of a table, wallet or dispute is its revision."""

import re
from typing import Final

from croupier.adapters.http.problems.faults import MalformedHeader
from croupier.adapters.http.requests.heads import Headers

_REVISION: Final = re.compile(r'"(0|[1-9][0-9]{0,8})"')
_TAG: Final = r'(?:W/)?"[!#-~]*"'
_TAGS: Final = re.compile(rf"[ \t,]*{_TAG}(?:[ \t]*,[ \t,]*{_TAG})*[ \t,]*")
_each: Final = re.compile(_TAG).findall


def etag(revision: int) -> str:
    """The entity tag of a revision."""
    return f'"{revision}"'


def if_match(headers: Headers) -> tuple[int, ...] | None:
    """The revisions at which the caller wants it done; None when he does not care, or any will do (`*`).

    Strong comparison (RFC 9110, 13.1.1): a weak tag, and one that is no revision, matches none, so that the
    tuple may be empty. Raises `MalformedHeader` for what is no list of entity tags.
    """
    value = headers.get("if-match")
    if value is None or value == "*":
        return None
    if one := _REVISION.fullmatch(value):
        return (int(one[1]),)
    if not _TAGS.fullmatch(value):
        raise MalformedHeader('If-Match takes entity tags, like "7", with commas between them, or *')
    return tuple(int(found[1]) for tag in _each(value) if (found := _REVISION.fullmatch(tag)))


def none_match(headers: Headers, revision: int) -> bool:
    """Whether `If-None-Match` lets the answer be sent: False means 304, the caller has it already.

    Weak comparison, and garbage matches nothing (RFC 9110, 13.1.2).
    """
    value = headers.get("if-none-match")
    if value is None:
        return True
    if value == "*":
        return False
    if not _TAGS.fullmatch(value):
        return True
    return etag(revision) not in [tag.removeprefix("W/") for tag in _each(value)]
