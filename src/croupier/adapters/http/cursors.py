"""Cursors of lists: opaque to clients, who only hand them back."""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Final

from croupier.adapters.http.faults import InvalidParameter, Pointed
from croupier.service.disputes.ids import is_dispute
from croupier.service.ids import game_of_table

_TEXT: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
_POSITION: Final = re.compile(r"0|[1-9][0-9]{0,15}", re.ASCII)


def cursor(after: str) -> str:
    """The cursor that goes on behind the table of that id."""
    return _cursor("t", after)


def dispute_cursor(after: str) -> str:
    """The cursor that goes on behind the dispute of that id."""
    return _cursor("d", after)


def table_behind(cursor: str) -> str:
    """The id of the table that the cursor goes on behind. Raises `InvalidParameter`."""
    return _behind("t", cursor, lambda text: game_of_table(text) is not None)


def dispute_behind(cursor: str) -> str:
    """The id of the dispute that the cursor goes on behind. Raises `InvalidParameter`."""
    return _behind("d", cursor, is_dispute)


def position_cursor(before: int) -> str:
    """The cursor that goes on below that position of the log."""
    return _cursor("p", str(before))


def position_below(cursor: str) -> int:
    """The position that the cursor goes on below. Raises `InvalidParameter`."""
    return int(_behind("p", cursor, lambda text: _POSITION.fullmatch(text) is not None))


def _cursor(kind: str, after: str) -> str:
    return urlsafe_b64encode(f"{kind}:{after}".encode()).decode().rstrip("=")


def _behind(wanted: str, cursor: str, is_id: Callable[[str], bool]) -> str:
    try:
        if not _TEXT.fullmatch(cursor):
            raise ValueError
        kind, _, after = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii").partition(":")
    except (ValueError, binascii.Error):
        kind = after = ""
    if kind != wanted or not is_id(after):
        said = "the cursor is none that was given out"
        raise InvalidParameter(said, Pointed(said, parameter="cursor"))
    return after
