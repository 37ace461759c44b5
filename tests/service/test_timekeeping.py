"""The timekeeper over logs in memory, with a clock that a test sets."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.json import decode
from tests.support.fakes import MemoryStore
from tests.support.playing import LOG, Casino, player

from croupier.domain.catalogue import GAMES
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.baccarat.commands import StartRound as OpenBets
from croupier.domain.games.fan_tan.commands import StartRound as StartFanTan
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.clock import DecisionTimes
from croupier.domain.table.commands import CloseTable, Contribute, Leave, OpenTable
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
from croupier.service.reading import NoViews, Reading
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


async def test_it_strikes_at_the_deadline_and_not_before() -> None:
    store, clock = MemoryStore(), HandClock()
    process = Process(store, clock)
    await baccarat(process.casino)
    await process.tick()
    clock.on(19.999999)
    await process.tick()
    assert struck(store, BACCARAT) == 0
    clock.on(0.000001)
    await process.tick()
    assert struck(store, BACCARAT) == 1
    assert not (await process.casino.table(BACCARAT)).in_round


async def test_a_decision_in_time_is_not_struck_for_and_the_next_has_its_own_time() -> None:
    store, clock = MemoryStore(), HandClock()
    process = Process(store, clock)
    await fan_tan(process.casino)
    await process.tick()
    clock.on(19)
    banker = (await process.casino.table(FAN_TAN)).clock.by  # type: ignore[union-attr]
    name = (await process.casino.table(FAN_TAN)).seats[int(banker)].player
    await process.casino.give(FAN_TAN, SetBank(50), player(name))
    clock.on(2)
    await process.tick()
    assert struck(store, FAN_TAN) == 0
    clock.on(18)
    await process.tick()
    assert struck(store, FAN_TAN) == 1


async def test_of_several_processes_one_is_heard() -> None:
    store, clock = MemoryStore(), HandClock()
    processes = [Process(store, clock) for _ in range(3)]
    await fan_tan(processes[0].casino)
    for turns in range(1, 6):
        for process in processes:
            await process.tick()
        assert struck(store, FAN_TAN) == turns - 1
        clock.on(20)
        for process in processes:
            await process.timekeeper.strike()
        assert struck(store, FAN_TAN) == turns
    assert not any(process.troubles for process in processes)


async def test_deadlines_outlive_a_restart() -> None:
    store, clock = MemoryStore(), HandClock()
    await baccarat(Process(store, clock).casino)
    clock.on(3600)
    await Process(store, clock).tick()
    assert struck(store, BACCARAT) == 1
    await Process(store, clock).tick()
    assert struck(store, BACCARAT) == 1


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


async def test_views_that_are_behind_the_log_hide_no_table() -> None:
    store, clock, views = MemoryStore(), HandClock(), OldViews()
    casino = Process(store, clock).casino
    await casino.open("baccarat-a2")
    await baccarat(casino)
    await views.look(casino)
    await fan_tan(casino)
    clock.on(20)
    await Process(store, clock, views).tick()
    assert (struck(store, BACCARAT), struck(store, FAN_TAN)) == (1, 1)


async def test_tables_and_logs_that_are_opened_later_are_found() -> None:
    store, clock = MemoryStore(), HandClock()
    process = Process(store, clock)
    await process.tick()
    await baccarat(process.casino)
    await process.tick()
    await fan_tan(process.casino)
    await process.tick()
    clock.on(20)
    await process.tick()
    assert (struck(store, BACCARAT), struck(store, FAN_TAN)) == (1, 1)


async def test_tables_without_times_and_closed_ones_are_left_alone() -> None:
    store, clock = MemoryStore(), HandClock()
    process = Process(store, clock)
    await process.casino.open(BACCARAT)
    await process.casino.give(BACCARAT, OpenBets())
    await fan_tan(process.casino)
    await process.tick()
    await process.casino.give(FAN_TAN, CloseTable())
    length = len(store.entries[LOG])
    clock.on(3600)
    await process.tick()
    await Process(store, clock).tick()
    assert len(store.entries[LOG]) == length


async def test_a_player_who_leaves_in_a_round_never_blocks_the_table() -> None:
    store, clock = MemoryStore(), HandClock()
    process = Process(store, clock)
    await fan_tan(process.casino, ann=100, bob=100, cid=100)
    table = await process.casino.table(FAN_TAN)
    assert table.clock
    banker = player(table.seats[int(table.clock.by)].player)
    await process.casino.give(FAN_TAN, SetBank(50), banker)
    await process.casino.give(FAN_TAN, StartFanTan(), banker)
    await process.casino.give(FAN_TAN, Leave(), banker)
    await process.tick()
    clock.on(20)
    await process.tick()
    table = await process.casino.table(FAN_TAN)
    assert not table.in_round
    assert len(table.seats) == 2
    assert table.clock
    assert table.clock.by in table.seats


async def test_a_player_cannot_hold_the_clock_up_by_busy_commands() -> None:
    store, clock = MemoryStore(), HandClock()
    process = Process(store, clock)
    await baccarat(process.casino)
    other = Process(store, clock)
    await fan_tan(other.casino)
    await process.tick()
    for number in range(50):
        clock.on(0.5)
        await other.casino.give(FAN_TAN, Contribute(f"{number:02x}"), player("ann"))
    await process.timekeeper.strike()
    assert struck(store, FAN_TAN) == 1


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


async def test_a_table_that_cannot_be_read_stops_nobody_elses_clock() -> None:
    store, clock = TroubledStore(), HandClock()
    first, second = Process(store, clock), Process(store, clock)
    await baccarat(first.casino)
    await fan_tan(first.casino)
    store.unreadable = BACCARAT
    clock.on(60)
    await second.tick()
    clock.on(2)
    await second.tick()
    assert (struck(store, BACCARAT), struck(store, FAN_TAN)) == (0, 1)
    assert {type(error) for error in second.troubles} == {SealBroken}
    store.unreadable = ""
    clock.on(2)
    await second.tick()
    assert struck(store, BACCARAT) == 1


async def test_what_the_store_did_not_take_is_struck_again() -> None:
    store, clock = TroubledStore(), HandClock()
    process = Process(store, clock)
    await baccarat(process.casino)
    clock.on(20)
    store.away = True
    await process.tick()
    assert [type(error) for error in process.troubles] == [StoreUnavailable]
    store.away = False
    clock.on(2)
    await process.tick()
    assert struck(store, BACCARAT) == 1


async def test_a_default_action_that_is_refused_is_not_tried_without_a_pause() -> None:
    store, clock = MemoryStore(), HandClock()
    process = Process(store, clock)
    await fan_tan(process.casino, fixed=FixedDecks(((),), cuts=(), banker=1))
    ann = player("ann")
    await process.casino.give(FAN_TAN, SetBank(50), ann)
    await process.casino.give(FAN_TAN, StartFanTan(), ann)  # for this round no cut was named
    clock.on(20)
    await process.tick()
    length = len(store.entries[LOG])
    assert process.timekeeper.pause() > 0
    await process.tick()
    assert len(store.entries[LOG]) == length
    assert (await process.casino.table(FAN_TAN)).in_round


async def test_a_clock_that_is_set_back_ends_no_time_early_and_never_spins() -> None:
    store, clock = MemoryStore(), HandClock()
    process = Process(store, clock)
    await baccarat(process.casino)
    await process.tick()
    clock.on(-3600)
    await process.tick()
    assert process.timekeeper.pause() > 0
    assert struck(store, BACCARAT) == 0
    clock.on(3620)
    await process.tick()
    assert struck(store, BACCARAT) == 1


async def test_many_tables_that_are_overdue_are_struck_a_part_at_a_time_the_longest_due_first() -> None:
    store, clock = MemoryStore(), HandClock()
    first = Process(store, clock)
    tables = [f"baccarat-a{number}" for number in range(70)]
    for table in tables:
        await baccarat(first.casino, table)
        clock.on(1)
    clock.on(60)
    process = Process(store, clock)
    await process.tick()
    assert [struck(store, table) for table in tables] == [1] * 64 + [0] * 6
    assert process.timekeeper.pause() == 0
    await process.tick()
    assert all(struck(store, table) == 1 for table in tables)
