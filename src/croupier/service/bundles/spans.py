"""The positions between two ends, which may be times."""

from datetime import timedelta
from typing import Final

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from croupier.service.bundles.selections import Asked, Span
from croupier.service.ports.bundles import Records
from croupier.service.records import moment, timestamp

_AT_ONCE: Final = 256
_SLACK: Final = 60.0
"""Seconds that the clocks of service processes may differ by."""


class _Timed(Struct, frozen=True):
    at: str


_decode: Final = Decoder(_Timed).decode


class Spans:
    """Finds entries of one log by their times.

    Times rise along every stream, and along the log as far as the clocks of the service's processes agree. So
    the way to a time is found by halving, a minute wide of it, and gone to its end entry by entry.
    """

    def __init__(self, records: Records, log: str, size: int) -> None:
        """Of the log's first `size` entries."""
        self._records = records
        self._log = log
        self._size = size

    async def find(self, asked: Asked) -> Span:
        """From the first entry that is not before `since` through the last one that is not after `until`.

        Raises `StoreUnavailable`.
        """
        first, since = await self._first(asked.since)
        last, until = await self._last(asked.until)
        return Span(first, max(first - 1, min(last, self._size - 1)), since, until)

    async def _first(self, since: int | str | None) -> tuple[int, str | None]:
        if not isinstance(since, str):
            return since or 0, None
        start = await self._halve(_shifted(since, -_SLACK))
        end = await self._halve(_shifted(since, _SLACK))
        while start < end:
            for position, at in await self._times(start, end):
                if at >= since:
                    return position, since
            start += _AT_ONCE
        return end, since

    async def _last(self, until: int | str | None) -> tuple[int, str | None]:
        if not isinstance(until, str):
            return self._size - 1 if until is None else until, None
        start = await self._halve(_shifted(until, -_SLACK))
        end = await self._halve(_shifted(until, _SLACK))
        last = start - 1
        while start < end:
            for position, at in await self._times(start, end):
                if at <= until:
                    last = position
            start += _AT_ONCE
        return last, until

    async def _halve(self, time: str) -> int:
        """About the first position whose entry is not before the time; the log's size when there is none."""
        low, high = 0, self._size
        while low < high:
            middle = (low + high) // 2
            found = await self._times(middle, middle + 1)
            if found and found[0][1] < time:
                low = middle + 1
            else:
                high = middle
        return low

    async def _times(self, start: int, end: int) -> list[tuple[int, str]]:
        """Positions and times of entries from `start`, as many as are read at once, to before `end`."""
        wanted = range(start, min(start + _AT_ONCE, end))
        return [(at, _time(record)) for at, record in await self._records.records(self._log, wanted)]


def _time(record: bytes) -> str:
    try:
        return _decode(record).at
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return ""


def _shifted(time: str, seconds: float) -> str:
    """The time so much later, in the same form; the first or the last there is where there is none."""
    try:
        return timestamp(moment(time) + timedelta(seconds=seconds))
    except OverflowError:
        return time
