"""Revisions as entity tags (RFC 9110, 8.8.3): the ETag of a table or a wallet is its stream's revision."""

import re
from typing import Final

from croupier.adapters.http.faults import MalformedHeader
from croupier.adapters.http.heads import Headers

_TAG: Final = re.compile(r'"([0-9]{1,9})"', re.ASCII)


def etag(revision: int) -> str:
    """The entity tag of a revision."""
    return f'"{revision}"'


def if_match(headers: Headers) -> int | None:
    """The revision the caller insists on; None when he insists on none, or on any (`*`).

    Raises `MalformedHeader` for anything else: a weak tag never matches (RFC 9110, 13.1.1), and of a list
    it could not be told which revision the command was meant for.
    """
    value = headers.get("if-match")
    if value is None or value == "*":
        return None
    tag = _TAG.fullmatch(value)
    if tag is None:
        raise MalformedHeader('If-Match takes one revision as a strong entity tag, like "7", or *')
    return int(tag[1])


def none_match(headers: Headers, revision: int) -> bool:
    """Whether `If-None-Match` lets the answer be sent: False means 304, the caller has it already.

    Weak comparison, and garbage matches nothing (RFC 9110, 13.1.2).
    """
    value = headers.get("if-none-match")
    if value is None:
        return True
    tags = [tag.strip().removeprefix("W/") for tag in value.split(",")]
    return etag(revision) not in tags and "*" not in tags
