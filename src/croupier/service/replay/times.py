"""The times of a log's entries, held against those of the entries before, and against their own ids.

An id is made in the moment of its entry and has the time in it, and the clocks of an installation's processes
differ by seconds. A clock that was set back leaves the same behind as who dated entries back: that is told,
and is no fault, or a log would be wrong for good. What no clock does is found, see `judge_heading`.
"""

from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from croupier.service.records import moment

TOLERANCE: Final = timedelta(minutes=1)
"""By so much the clocks of an installation's processes may differ."""

_BETWEEN: Final = b'","at":"'
_ID: Final = 36
_AT: Final = 27
_LAST: Final = 253_402_300_799_999
"""The last millisecond of the year 9999."""


class Times(Struct, frozen=True):
    """What the times of a log's entries come to.

    `latest` is the last moment that an entry is of, None where there is none. So many entries are
    `dated_back`: by more than a minute before their ids, or before an entry that comes before them;
    `first` is the position of the first of them.
    """

    latest: datetime | None = None
    dated_back: int = 0
    first: int | None = None


class Timeline:
    """Follows the times of a log's records, in the order of the log."""

    def __init__(self) -> None:
        """Before the first record."""
        self._latest: datetime | None = None
        self._back = 0
        self._first: int | None = None

    @property
    def times(self) -> Times:
        """What they come to so far."""
        return Times(self._latest, self._back, self._first)

    def take(self, position: int, record: bytes) -> None:
        """The next record. One that is not in the format is left out: it is found anyway."""
        place = record.find(_BETWEEN)
        try:
            at = moment(record[place + len(_BETWEEN) :][:_AT].decode())
            made = made_at(record[max(0, place - _ID) : place].decode())
        except ValueError:
            return
        if self._latest is None or at > self._latest:
            self._latest = at
        if max(made, self._latest) - at > TOLERANCE:
            self._back += 1
            self._first = position if self._first is None else self._first


def made_at(entry_id: str) -> datetime:
    """The moment in a UUIDv7 (RFC 9562, 5.7), at most the last that can be written.

    Raises `ValueError` for what is none.
    """
    milliseconds = int(entry_id[:8] + entry_id[9:13], 16)
    return datetime.fromtimestamp(min(milliseconds, _LAST) / 1000, UTC)
