"""Finding a round in its table's stream, without reading the whole of it and without an index.

Numbers of rounds grow along a stream. So the entry that starts one is found by halving: from a revision in
the middle one reads on to the next event that starts or ends a round, which tells where to go on. This
costs a handful of entries a step, and appends nothing at all.
"""

from collections.abc import AsyncIterator
from typing import Final

from msgspec import Struct

from croupier.service.breathing import breathing
from croupier.service.errors import NotFound, RoundTooLong
from croupier.service.ports import Entry, LogReader
from croupier.service.rounds.belonging import entries_after, entries_before
from croupier.service.rounds.marks import ENDS, Mark, round_marks

MOST_ENTRIES: Final = 20_000
"""A round with more entries is not held in memory: its table is exported instead."""


class RoundEntries(Struct, frozen=True):
    """A round's entries, all of its table's stream, ascending.

    `entries` are those from the one that starts the round to the one that ends it, or to the stream's last
    while it goes on (`ended` is false). `before` are the earlier ones that its decks come from: commitment,
    contributions, and the shuffle where an earlier round made it. `after` is the one that reveals its deck
    where a later one does (baccarat's shoe).
    """

    table: str
    number: int
    before: tuple[Entry, ...]
    entries: tuple[Entry, ...]
    after: tuple[Entry, ...]
    ended: bool

    @property
    def all(self) -> tuple[Entry, ...]:
        """All of them, ascending."""
        return (*self.before, *self.entries, *self.after)


class Rounds:
    """Finds rounds."""

    def __init__(self, reader: LogReader) -> None:
        """Read streams by `reader`."""
        self._reader = reader

    async def entries(self, log: str, table: str, number: int) -> RoundEntries:
        """The entries of the table's round of that number.

        Raises `NotFound`, `RoundTooLong`, `StoreUnavailable`.
        """
        first = await self.start(log, table, number)
        if first is None:
            raise NotFound("there is no such round")
        entries, ended = await self._whole(log, table, number, first)
        before = await entries_before(self._reader, log, entries)
        after = await entries_after(self._reader, log, entries, before) if ended else ()
        return RoundEntries(table, number, before, entries, after, ended)

    async def start(self, log: str, table: str, number: int) -> int | None:
        """The revision of the entry that starts the round; None when there is none (yet)."""
        low, high = 1, await self._reader.revision(log, table) + 1
        while low < high:
            middle = (low + high) // 2
            found = await self._next_mark(log, table, middle, high)
            if found is None:
                high = middle
                continue
            revision, marks = found
            if any(mark == Mark("round-started", number) for mark in marks):
                return revision
            if marks[0].round >= number:
                high = middle
            else:
                low = revision + 1
        return None

    async def end(self, log: str, table: str, number: int) -> Entry:
        """The entry by which the round is over. Raises `NotFound` while there is none, `StoreUnavailable`."""
        first = await self.start(log, table, number)
        if first is not None:
            async for entry in self._read(log, table, first):
                if any(mark.kind in ENDS and mark.round == number for mark in round_marks(entry)):
                    return entry
        raise NotFound("the round is not over")

    async def latest(self, log: str, table: str, before: int) -> int:
        """The number of the last round that starts at a revision below `before`; 0 when there is none."""
        low, high, latest = 1, before, 0
        while low < high:
            middle = (low + high) // 2
            found = await self._next_mark(log, table, middle, high)
            if found is None:
                high = middle
            else:
                low, latest = found[0] + 1, found[1][-1].round
        return latest

    async def _next_mark(self, log: str, table: str, first: int, end: int) -> tuple[int, list[Mark]] | None:
        """The first entry from revision `first` up to below `end` in which a round starts or ends."""
        async for entry in self._read(log, table, first):
            if entry.revision >= end:
                return None
            if marks := round_marks(entry):
                return entry.revision, marks
        return None

    async def _whole(self, log: str, table: str, number: int, first: int) -> tuple[tuple[Entry, ...], bool]:
        """The entries from the round's first to the one that ends it, and whether there is such a one."""
        found: list[Entry] = []
        async for entry in self._read(log, table, first):
            found.append(entry)
            if any(mark.kind in ENDS and mark.round == number for mark in round_marks(entry)):
                return tuple(found), True
            if len(found) >= MOST_ENTRIES:
                raise RoundTooLong(f"the round has more than {MOST_ENTRIES} entries")
        return tuple(found), False

    def _read(self, log: str, table: str, first: int) -> AsyncIterator[Entry]:
        """The stream's entries from revision `first` on."""
        return breathing(self._reader.read_stream(log, table, first - 1))
