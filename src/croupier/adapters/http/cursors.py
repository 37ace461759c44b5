"""Cursors of lists: opaque to clients, who only hand them back."""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from croupier.adapters.http.faults import InvalidParameter, Pointed
from croupier.service.ids import game_of_table

_TEXT: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")


def cursor(after: str) -> str:
    """The cursor that goes on behind the table of that id."""
    return urlsafe_b64encode(f"t:{after}".encode()).decode().rstrip("=")


def table_behind(cursor: str) -> str:
    """The id of the table that the cursor goes on behind. Raises `InvalidParameter`."""
    try:
        if not _TEXT.fullmatch(cursor):
            raise ValueError
        kind, _, table = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii").partition(":")
    except (ValueError, binascii.Error):
        kind = table = ""
    if kind != "t" or game_of_table(table) is None:
        said = "the cursor is none that was given out"
        raise InvalidParameter(said, Pointed(said, parameter="cursor"))
    return table
