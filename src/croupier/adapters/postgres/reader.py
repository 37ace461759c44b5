"""Reading a log back: in order, and in slices that bound the memory it takes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter

from croupier.adapters.postgres import queries
from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports import Entry, Moved, Repeated
from croupier.service.ports.counts import CountedStream, End

_FIRST_ROWS = 128
_MOST_ROWS = 4_096
_SLICE_BYTES = 4 * 1024 * 1024
_STRETCH = 20_000


class PostgresLogReader:
    """Reads logs; a reading ends where its log or stream stood when it began, or (`moves`) when it ends.

    All raise `StoreUnavailable` when the database does not answer in time.
    """

    def __init__(self, fetcher: Fetcher) -> None:
        self._fetcher = fetcher

    def read_stream(self, log: str, stream: str, after: int = 0) -> AsyncIterator[Entry]:
        """The stream's entries with a revision above `after`, ascending."""
        last = partial(self.revision, log, stream)
        return self._slices(queries.READ_STREAM, attrgetter("revision"), after, last, log=log, stream=stream)

    def read_log(self, log: str, after: int = -1) -> AsyncIterator[Entry]:
        """All entries at positions above `after`, ascending."""
        return self._slices(queries.READ_LOG, attrgetter("position"), after, partial(self.head, log), log=log)

    async def moves(self, log: str, after: int = -1) -> AsyncIterator[Moved]:
        """What has moved above `after`: each stream once in every stretch of 20,000 positions.

        Positions have no gaps: the first stretch that is not full is where the log ends, so that its head
        need not be asked for.
        """
        full = True
        while full:
            first, after = after, after + _STRETCH
            found = await self._fetcher.all(Moved, queries.MOVES, log=log, after=first, last=after)
            for move in found:
                yield move
            full = bool(found) and found[-1].position == after

    async def head(self, log: str) -> int:
        """The position of the last entry, -1 in an empty log."""
        return await self._number(queries.HEAD, -1, log=log)

    async def revision(self, log: str, stream: str) -> int:
        """The revision that the stream stands at, 0 when there is no such stream."""
        return await self._number(queries.REVISION, 0, log=log, stream=stream)

    async def heads(self) -> Mapping[str, int]:
        """All logs, each with the position of its last entry (-1: empty)."""
        return dict(await self._fetcher.all(_head, queries.HEADS))

    async def end(self, log: str) -> End:
        """Where the log ends, by its head and by its last entry."""
        return await self._fetcher.one_named(End, queries.END, log=log) or End(-1, -1)

    async def counted(self, log: str) -> AsyncIterator[CountedStream]:
        """All streams that are counted, by name, each with its last entry of the same moment."""
        after = ""
        while found := await self._fetcher.all(
            CountedStream, queries.COUNTED, log=log, after=after, rows=_MOST_ROWS
        ):
            for counted in found:
                yield counted
            after = found[-1].stream

    async def streams(self, log: str, category: str) -> list[str]:
        """Names of all the log's streams that begin with `category` and a hyphen, ascending."""
        return await self._fetcher.all_named(str, queries.STREAMS, log=log, category=category)

    async def repeated(self, log: str, scope: str, key: str) -> Repeated | None:
        """What is stored under an idempotency key, or None."""
        return await self._fetcher.one_named(Repeated, queries.REPEATED, log=log, scope=scope, key=key)

    async def _number(self, query: str, otherwise: int, **names: str) -> int:
        found = await self._fetcher.one_named(int, query, **names)
        return otherwise if found is None else found

    async def _slices(
        self,
        query: str,
        place: Callable[[Entry], int],
        after: int,
        last: Callable[[], Awaitable[int]],
        **names: str,
    ) -> AsyncIterator[Entry]:
        """Rows of `query` from `after` to `last`, fetched in slices; no connection is held in between."""
        end = await last()
        rows = _FIRST_ROWS
        while after < end:
            found = await self._fetcher.all(Entry, query, after=after, last=end, rows=rows, **names)
            if not found:
                return
            for item in found:
                yield item
            after = place(found[-1])
            rows = _next_rows(found)


def _next_rows(found: Sequence[Entry]) -> int:
    """How many rows the next slice may have so that it is not too large, going by the last one."""
    size = sum(len(item.record) for item in found) or 1
    return max(1, min(_MOST_ROWS, _SLICE_BYTES * len(found) // size))


def _head(log: str, position: int) -> tuple[str, int]:
    return log, position
