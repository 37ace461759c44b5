"""Filling a new generation of a log's views beside the one that is read, and switching to it."""

import asyncio
from time import perf_counter
from typing import Final

from msgspec import Struct

from croupier.domain.catalogue import GAMES
from croupier.service.ports import Generation, Generations, LogReader, Progress, Secrets, Trouble, ViewWriter
from croupier.service.projection.projecting import Projecting
from croupier.service.streams import Streams

_KEPT: Final = 256
_CATCHING_UP: Final = 3


class Rebuilt(Struct, frozen=True):
    """A log's views were rebuilt: the new generation, its tables, and the seconds that it took."""

    generation: Generation
    tables: int
    seconds: float


class Rebuilding:
    """Rebuilds views from the log alone, while the service runs and the old ones are read.

    A rebuild that is cut short leaves the old generation as it is; the next one deletes what it left.
    """

    def __init__(
        self,
        log: LogReader,
        secrets: Secrets,
        views: ViewWriter,
        generations: Generations,
        trouble: Trouble,
        rest: float = 0.0,
    ) -> None:
        """After each second of work it rests for `rest` seconds, for the sake of others in its process."""
        self._log = log
        self._secrets = secrets
        self._views = views
        self._generations = generations
        self._trouble = trouble
        self._rest = rest

    async def rebuild(self, log: str, progress: Progress = lambda done, total: None) -> Rebuilt | None:
        """Rebuild the log's views; None when another rebuild is under way or has taken over.

        `progress` is told how many tables are written, and how many there are.
        Raises `StoreUnavailable`, and what the views raise when they are away.
        """
        began = perf_counter()
        generation = await self._generations.begin(log)
        if generation is None:
            return None
        await self._generations.sweep(log)
        # The head before the list: a table that is opened in between is then among the moves after it.
        head = await self._log.head(log)
        tables = await self._tables(log)
        # Tables of its own: the cache of the service stays with those that are played at.
        streams = Streams(self._log, self._secrets, _KEPT)
        projecting = Projecting(self._log, streams, self._views, self._trouble)
        filled = await self._fill(log, generation, tables, projecting, progress)
        if filled is not None:
            filled = await self._catch_up(log, filled, projecting, head)
        if filled is None or not await self._generations.switch(log, filled):
            return None
        await self._generations.sweep(log)
        return Rebuilt(filled, len(tables), perf_counter() - began)

    async def _tables(self, log: str) -> list[str]:
        return [table for game in GAMES for table in await self._log.streams(log, game)]

    async def _fill(
        self,
        log: str,
        generation: Generation,
        tables: list[str],
        projecting: Projecting,
        progress: Progress,
    ) -> Generation | None:
        """Write every table as it stands."""
        filling: Generation | None = generation
        for done, table in enumerate(tables, 1):
            began = perf_counter()
            filling = await projecting.write(log, generation, {table: 1}, generation.position)
            if filling is None:
                return None
            progress(done, len(tables))
            await asyncio.sleep(self._rest * (perf_counter() - began))
        return filling

    async def _catch_up(
        self, log: str, generation: Generation, projecting: Projecting, head: int
    ) -> Generation | None:
        """All up to `head` is written; write what has moved since."""
        filling = await projecting.write(log, generation, {}, head)
        for _ in range(_CATCHING_UP):
            if filling is not None:
                filling = await projecting.advance(log, filling)
        return filling
