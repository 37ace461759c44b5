"""Processes of the service over one store in memory, whose clock is in the hand of a test."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.json import decode
from tests.support.fakes import MemoryStore, NoViews
from tests.support.playing import LOG, Casino

from croupier.domain.catalogue import GAMES
from croupier.domain.games.baccarat.commands import StartRound as OpenBets
from croupier.domain.table.clock import DecisionTimes
from croupier.domain.table.commands import OpenTable
from croupier.domain.table.state import StakeLimits
from croupier.service.errors import SealBroken, StoreUnavailable
from croupier.service.ports import (
    Append,
    Appended,
    Conflict,
    Entry,
    KeptReading,
    LobbyPage,
    LobbyQuery,
    Repeated,
    Views,
)
from croupier.service.reading import Reading
from croupier.service.timekeeping import Timekeeper

FAN_TAN, BACCARAT = "fan-tan-a1", "baccarat-a1"
TIMES = DecisionTimes(turn=10, bank=20)


class HandClock:
    """A clock whose hand a test moves."""

    def __init__(self) -> None:
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.moment

    def on(self, seconds: float) -> None:
        self.moment += timedelta(seconds=seconds)


class Process:
    """A process of the service on a store: use cases and a timekeeper, whose troubles are noted."""

    def __init__(self, store: MemoryStore, clock: HandClock, views: Views | None = None) -> None:
        self.casino = Casino(store, clock=clock)
        self.troubles: list[Exception] = []
        casino = self.casino
        self.timekeeper = Timekeeper(
            store,
            store,
            casino.streams,
            views or NoViews(),
            casino.handling,
            clock,
            lambda what, error: self.troubles.append(error),
        )

    async def tick(self) -> None:
        """What the timekeeper does between two pauses."""
        await self.timekeeper.look()
        await self.timekeeper.strike()


async def fan_tan(casino: Casino, table: str = FAN_TAN, fixed: Any = None, **players: int) -> None:
    """A fan-tan table with decision times whose players sit down in the order of their names given."""
    options = {"fixed": fixed} if fixed else {}
    await casino.give(table, OpenTable(StakeLimits(1, 100), GAMES["fan-tan"].rules(), times=TIMES, **options))
    for seat, (name, stack) in enumerate((players or {"ann": 100, "bob": 100}).items(), 1):
        await casino.wallet(name)
        await casino.sit(table, seat, name, stack)


async def baccarat(casino: Casino, table: str = BACCARAT) -> None:
    """A baccarat table with decision times whose bets are open."""
    await casino.give(table, OpenTable(StakeLimits(1, 100), GAMES["baccarat"].rules(), times=TIMES))
    await casino.give(table, OpenBets())


def struck(store: MemoryStore, table: str) -> int:
    """How often the clock has acted at the table."""
    records = [decode(entry.record) for entry in store.entries[LOG] if entry.stream == table]
    by_clock = [record for record in records if record["actor"]["role"] == "clock"]
    assert all(record["command"] == {"type": "expire-turn"} for record in by_clock)
    return len(by_clock)


class TroubledStore(MemoryStore):
    """A store that fails where it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.unreadable = ""
        self.away = False

    async def append(self, append: Append) -> Appended | Conflict | Repeated:
        if self.away:
            raise StoreUnavailable("away")
        return await super().append(append)

    async def read_stream(self, log: str, stream: str, after: int = 0) -> AsyncIterator[Entry]:
        if stream == self.unreadable:
            raise SealBroken("another key")
        async for entry in super().read_stream(log, stream, after):
            yield entry


class OldViews:
    """Views as they stood when they were looked at by `look`, a table a page."""

    def __init__(self) -> None:
        self.pages: dict[str, LobbyPage] = {}

    async def table(self, log: str, table: str, viewer: str) -> KeptReading | None:
        return None

    async def look(self, casino: Casino) -> None:
        reading = Reading(NoViews(), casino.store, casino.streams)
        after: str | None = ""
        while after is not None:
            page = await reading.lobby(LOG, LobbyQuery(1, after, status="open"))
            self.pages[after], after = page, page.after

    async def lobby(self, log: str, query: LobbyQuery) -> LobbyPage | None:
        return self.pages[query.after]
