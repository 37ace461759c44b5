"""The timekeeper over logs in memory, with a clock that a test sets."""

from tests.support.fakes import MemoryStore
from tests.support.playing import LOG, player
from tests.support.processes import (
    BACCARAT,
    FAN_TAN,
    HandClock,
    OldViews,
    Process,
    TroubledStore,
    baccarat,
    fan_tan,
    struck,
)

from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.baccarat.commands import StartRound as OpenBets
from croupier.domain.games.fan_tan.commands import StartRound as StartFanTan
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.commands import CloseTable, Contribute, Leave
from croupier.service.errors import SealBroken, StoreUnavailable


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
    for turns in range(1, 3):
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
