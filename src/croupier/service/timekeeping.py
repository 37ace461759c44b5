"""The timekeeper: makes the default action for who lets his time run out, and notes what is overdue.

Deadlines are in the log (`clock-set`), so they outlive a restart, and every process may keep time: the
domain takes `expire-turn` only when the deadline that it decides on has passed, and each sets the next, so
of several clocks that strike one is heard. A player who leaves, or whose client dies, blocks nobody.

What is due is no more than a note of when to look at a table again, right or not: a note that comes too
early is refused by the rules, and the table's own deadline is noted anew.
"""

import asyncio
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from msgspec.json import Decoder

from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Actor, Rejected
from croupier.domain.disputes import DISPUTE
from croupier.service.deadlines import TIMED, deadline, has_deadlines, striking
from croupier.service.deciding import Prepared
from croupier.service.handling import Handling, Order
from croupier.service.ports import Clock, Heads, LobbyQuery, LogReader, Trouble, Views
from croupier.service.projection import TableSummary
from croupier.service.records import category
from croupier.service.streams import Streams

_CLOCK: Final = Actor("clock", "clock")
_POLL: Final = 0.5
"""Seconds between two looks at the logs, fewer than the shortest time to decide has: none is missed."""
_AGAIN: Final = timedelta(seconds=2)
_AT_ONCE: Final = 64
_PAGE: Final = 100
_summary: Final = Decoder(TableSummary).decode


class Timekeeper:
    """Follows all logs and strikes when a table's time has run out."""

    def __init__(
        self,
        log: LogReader,
        heads: Heads,
        streams: Streams,
        views: Views,
        handling: Handling,
        clock: Clock,
        trouble: Trouble,
    ) -> None:
        """Wire the timekeeper to this installation; `trouble` hears what fails and is tried again."""
        self._log = log
        self._heads = heads
        self._streams = streams
        self._views = views
        self._handling = handling
        self._clock = clock
        self._trouble = trouble
        self._followed: dict[str, int] = {}
        self._due: dict[tuple[str, str], datetime] = {}

    async def run(self) -> None:
        """Keep time until cancelled."""
        while True:
            try:
                await self.look()
            except Exception as error:  # whatever fails now is tried again; time goes on
                self._trouble("time can't be kept", error)
            await self.strike()
            await asyncio.sleep(self.pause())

    def pause(self) -> float:
        """Seconds until the next clock strikes, at the most until the logs are looked at again."""
        first = min(self._due.values(), default=None)
        return min(_POLL, max(0.0, (first - self._clock.now()).total_seconds())) if first else _POLL

    async def look(self) -> None:
        """Note the deadlines of all that has moved since the last look. Raises `StoreUnavailable`."""
        for log, head in (await self._heads.heads()).items():
            try:
                await self._follow(log, head)
            except Exception as error:  # other logs may be well
                self._trouble(f"time can't be kept in {log}", error)

    async def _follow(self, log: str, head: int) -> None:
        known = self._followed.get(log)
        if known is None:
            known = await self._note_open_tables(log, head)
            await self._note_all(log, dict.fromkeys(await self._log.streams(log, DISPUTE.category), 0))
            self._followed[log] = known
        if known < head:
            await self._note_moved(log, known)

    async def _note_open_tables(self, log: str, head: int) -> int:
        """Note the clocks of all open tables of a log seen the first time; the position they are read at."""
        position, after = head, ""
        while True:
            page = await self._views.lobby(log, LobbyQuery(_PAGE, after, status="open"))
            if page is None:
                return await self._note_all_tables(log, head)
            found = map(_summary, page.summaries)
            await self._note_all(log, {table.table: table.revision for table in found if table.times})
            position = min(position, page.position)
            if page.after is None:
                return position
            after = page.after

    async def _note_all_tables(self, log: str, head: int) -> int:
        """The same without views: every table that there ever was has to be read."""
        for game in GAMES:
            await self._note_all(log, dict.fromkeys(await self._log.streams(log, game), 0))
        return head

    async def _note_moved(self, log: str, known: int) -> None:
        moved: dict[str, int] = {}
        async for move in self._log.moves(log, known):
            known = move.position
            moved[move.stream] = move.revision
        await self._note_all(log, moved)
        self._followed[log] = known

    async def _note_all(self, log: str, moved: Mapping[str, int]) -> None:
        for stream, revision in moved.items():
            if category(stream) in TIMED:
                await self._note(log, stream, revision)

    async def _note(self, log: str, stream: str, revision: int = 0) -> None:
        """Note the stream's deadline, as it stands at that revision or a later one."""
        key = (log, stream)
        try:
            loaded = await self._streams.load(log, stream)
            if loaded.revision < revision and has_deadlines(loaded.state):
                loaded = await self._streams.catch_up(log, stream)
        except Exception as error:  # whatever is wrong with one table must not stop the clocks of others
            self._trouble(f"time can't be kept for {log}/{stream}", error)
            self._due[key] = self._clock.now() + _AGAIN
            return
        until = deadline(loaded.state)
        if until is None:
            self._due.pop(key, None)
        else:
            self._due[key] = until

    async def strike(self) -> None:
        """Do what is to be done wherever the time has run out; of very many, those longest due.

        A table that does not get on, since its default action fails or is refused, is left for a while.
        """
        now = self._clock.now()
        due = sorted((until, key) for key, until in self._due.items() if until <= now)
        await asyncio.gather(*(self._strike(*key) for _, key in due[:_AT_ONCE]))

    async def _strike(self, log: str, stream: str) -> None:
        try:
            order = Order(log, stream, striking(category(stream)), _CLOCK)
            await self._handling.handle(order, _unread)
        except Rejected:
            pass  # somebody was faster: another process, or the player after all
        except Exception as error:  # whatever is wrong with one table must not stop the clocks of others
            self._trouble(f"time can't be kept for {log}/{stream}", error)
        await self._note(log, stream)
        now = self._clock.now()
        if self._due.get((log, stream), now + _AGAIN) <= now:
            self._due[log, stream] = now + _AGAIN


def _unread(prepared: Prepared) -> bytes:
    """The answer to a command of the clock, which nobody reads."""
    return b'{"by":"clock"}'
