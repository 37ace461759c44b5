"""Cursors of lists: where a list goes on, sealed, so that only what was given out is taken back.

A cursor is bound to the list that it was given out for: another list's, or the same with other filters or
for another operator, does not open. Nothing is kept for it, so that it is good for as long as the place in
the list means anything, across restarts and in every process of the installation.
"""

import binascii
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from croupier.service.errors import SealBroken
from croupier.service.ports import Secrets

MOST_CHARACTERS: Final = 400

_TEXT: Final = re.compile(f"[A-Za-z0-9_-]{{1,{MOST_CHARACTERS}}}", re.ASCII)


class NoCursor(Exception):
    """The cursor was not given out for this list."""


class Cursors:
    """Writes and reads cursors."""

    def __init__(self, secrets: Secrets) -> None:
        """Seal them by `secrets`."""
        self._secrets = secrets

    def write(self, place: str, listed: str) -> str:
        """The cursor that goes on at the place in the list; `listed` says which list, filters and all."""
        sealed = self._secrets.seal(place.encode(), _context(listed))
        return urlsafe_b64encode(sealed).decode().rstrip("=")

    def read(self, cursor: str, listed: str) -> str:
        """The place in the list that the cursor goes on at. Raises `NoCursor`."""
        if not _TEXT.fullmatch(cursor):
            raise NoCursor("the cursor is none that was given out")
        try:
            sealed = urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
            return self._secrets.unseal(sealed, _context(listed)).decode()
        except (binascii.Error, SealBroken):
            raise NoCursor("the cursor was not given out for this list") from None


def _context(listed: str) -> bytes:
    return f"cursor\0{listed}".encode()
