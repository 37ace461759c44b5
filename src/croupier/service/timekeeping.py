"""The timekeeper: makes the default action for who lets his time run out.

Deadlines are in the log (`clock-set`), so they outlive a restart, and every process may keep time: the
domain takes `expire-turn` only when the deadline that it decides on has passed, and each sets the next, so
of several clocks that strike one is heard. A player who leaves, or whose client dies, blocks nobody.
"""

import asyncio
import heapq
from datetime import datetime
from typing import Final

from msgspec.json import Decoder

from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Actor, Rejected
from croupier.domain.table.commands import ExpireTurn
from croupier.service.answers import table_answer
from croupier.service.errors import RevisionMismatch
from croupier.service.handling import Handling, Order
from croupier.service.ports import Alarm, Clock, Heads, LobbyQuery, LogReader
from croupier.service.projection import TableSummary, Trouble
from croupier.service.reading import Reading
from croupier.service.records import category
from croupier.service.streams import Streams

_CLOCK: Final = Actor("clock", "clock")
_POLL: Final = 0.5
_PAGE: Final = 100
_summary: Final = Decoder(TableSummary).decode


class Timekeeper:
    """Follows all logs and strikes when a table's time has run out."""

    def __init__(
        self,
        log: LogReader,
        heads: Heads,
        streams: Streams,
        reading: Reading,
        handling: Handling,
        clock: Clock,
        alarm: Alarm,
        trouble: Trouble,
    ) -> None:
        """Wire the timekeeper to this installation."""
        self._log = log
        self._heads = heads
        self._streams = streams
        self._reading = reading
        self._handling = handling
        self._clock = clock
        self._alarm = alarm
        self._trouble = trouble
        self._followed: dict[str, int] = {}
        self._due: list[tuple[datetime, str, str]] = []

    async def run(self) -> None:
        """Keep time until cancelled."""
        while True:
            try:
                await self._alarm.wait(self._until_next())
                for log, head in (await self._heads.heads()).items():
                    await self._follow(log, head)
                await self._strike()
            except Exception as error:  # whatever fails now is tried again; time goes on
                self._trouble("time can't be kept", error)
                await asyncio.sleep(_POLL)

    def _until_next(self) -> float:
        """Seconds until the next clock strikes, at the most until the logs are looked at again."""
        if not self._due:
            return _POLL
        return max(0.0, min(_POLL, (self._due[0][0] - self._clock.now()).total_seconds()))

    async def _follow(self, log: str, head: int) -> None:
        """Note the clocks of the tables that have moved; at first those of all that are open."""
        known = self._followed.get(log)
        if known is None:
            await self._note_open_tables(log)
        elif known < head:
            moved = {move.stream async for move in self._log.moves(log, known)}
            for table in moved:
                if category(table) in GAMES:
                    await self._note(log, table)
        self._followed[log] = head

    async def _note_open_tables(self, log: str) -> None:
        after: str | None = ""
        while after is not None:
            page = await self._reading.lobby(log, LobbyQuery(_PAGE, after, status="open"))
            for summary in page.summaries:
                await self._note(log, _summary(summary).table)
            after = page.after

    async def _note(self, log: str, table: str) -> None:
        clock = (await self._streams.catch_up(log, table)).state.clock
        if clock is not None:
            heapq.heappush(self._due, (clock.until, log, table))

    async def _strike(self) -> None:
        """Make the default action wherever the time that was noted has run out and still counts."""
        now = self._clock.now()
        while self._due and self._due[0][0] <= now:
            until, log, table = heapq.heappop(self._due)
            loaded = await self._streams.load(log, table)
            if loaded.state.clock is None or loaded.state.clock.until != until:
                continue
            try:
                order = Order(log, table, ExpireTurn(), _CLOCK, loaded.revision)
                await self._handling.handle(order, table_answer(_CLOCK))
            except (Rejected, RevisionMismatch):
                await self._note(log, table)  # somebody was faster: another process, or the player after all
