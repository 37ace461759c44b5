"""Writing the views of the tables that have moved."""

import asyncio
from collections.abc import Iterable, Iterator
from itertools import islice
from time import perf_counter
from typing import Final

from croupier.domain.catalogue import GAMES
from croupier.service.errors import StoreUnavailable
from croupier.service.ports import Generation, LogReader, Projected, Trouble, ViewWriter
from croupier.service.projection.rendering import render
from croupier.service.records import category
from croupier.service.streams import Streams

_CHUNK: Final = 16


class Projecting:
    """Brings a generation of a log's views to where the log stands.

    A table that moved many times since is written once, as it stands now. Tables come from the shared
    `streams`: what the process has decided itself is not decoded again.

    `spent` adds up the seconds of work that held the process.
    """

    def __init__(self, log: LogReader, streams: Streams, views: ViewWriter, trouble: Trouble) -> None:
        """Write to `views`; `trouble` is told which tables can't be projected."""
        self._log = log
        self._streams = streams
        self._views = views
        self._trouble = trouble
        self.spent = 0.0

    async def advance(self, log: str, generation: Generation) -> Generation | None:
        """Project what the log has beyond the generation; None when the generation is gone.

        Raises `StoreUnavailable`, and what the views raise when they are away.
        """
        moved: dict[str, int] = {}
        last = generation.position
        async for move in self._log.moves(log, generation.position):
            last = move.position
            if category(move.stream) in GAMES:
                moved[move.stream] = move.revision
        if last == generation.position:
            return generation
        return await self.write(log, generation, moved, last)

    async def write(
        self, log: str, generation: Generation, tables: dict[str, int], position: int
    ) -> Generation | None:
        """Write the tables, each at that revision or a later one, then that all is done up to `position`."""
        chunks = list(_chunks(tables.items())) or [()]
        for chunk in chunks:
            projected = [await self._project(log, table, revision) for table, revision in chunk]
            done = position if chunk is chunks[-1] else generation.position
            written = await self._views.write(log, generation, projected, done)
            if written is None or written.position < done:
                return written
        return written

    async def _project(self, log: str, table: str, revision: int) -> Projected:
        """The table as it stands; one that can't be loaded is taken out, so that its readers hear why."""
        await asyncio.sleep(0)
        try:
            loaded = await self._streams.load(log, table)
            if loaded.revision < revision:
                loaded = await self._streams.catch_up(log, table)
            began = perf_counter()
            projected = render(loaded)
        except StoreUnavailable:
            raise
        except Exception as error:  # whatever one record does must not stop the views of all other tables
            self._trouble(f"{log}/{table} can't be projected", error)
            return Projected(table, revision, None)
        self.spent += perf_counter() - began
        return projected


def _chunks(tables: Iterable[tuple[str, int]]) -> Iterator[tuple[tuple[str, int], ...]]:
    rest = iter(tables)
    while chunk := tuple(islice(rest, _CHUNK)):
        yield chunk
