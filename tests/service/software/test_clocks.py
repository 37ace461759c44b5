"""The offset of the clocks, and when it is too much."""

from datetime import UTC, datetime, timedelta

import pytest

from croupier.service.errors import StoreUnavailable
from croupier.service.software.clocks import ClockReading, Clocks

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


class World:
    """Both clocks and the system; the question to the database takes `takes` seconds, half each way."""

    def __init__(self, ahead: float, takes: float = 0.0, reachable: bool = True) -> None:
        self.true = START
        self.ahead = timedelta(seconds=ahead)
        self.half = timedelta(seconds=takes / 2)
        self.reachable = reachable

    def own(self) -> "World.Own":
        return World.Own(self)

    class Own:
        def __init__(self, world: "World") -> None:
            self.world = world

        def now(self) -> datetime:
            return self.world.true

    async def now(self) -> datetime:
        if not self.reachable:
            raise StoreUnavailable("gone")
        self.true += self.half
        told = self.true + self.ahead
        self.true += self.half
        return told

    def synchronised(self) -> bool | None:
        return True


async def read(world: World, tolerance: float = 1.0) -> ClockReading:
    return await Clocks(world.own(), world, world, tolerance).read()


async def test_clocks_in_step_are_well_however_long_the_question_takes() -> None:
    found = await read(World(ahead=0, takes=3))
    assert (found.offset_seconds, found.uncertainty_seconds) == (0, 1.5)
    assert found.well
    assert found.synchronised
    assert found.at == START + timedelta(seconds=3)


@pytest.mark.parametrize(("ahead", "well"), [(0.9, True), (-0.9, True), (1.1, False), (-1.1, False)])
async def test_more_than_the_tolerance_either_way_is_not_well(ahead: float, well: bool) -> None:
    found = await read(World(ahead))
    assert found.offset_seconds == ahead
    assert found.well is well


async def test_what_may_be_the_questions_own_delay_is_not_held_against_the_clock() -> None:
    assert (await read(World(ahead=1.5, takes=2))).well
    assert not (await read(World(ahead=2.5, takes=2))).well


async def test_the_tolerance_is_what_is_set() -> None:
    assert not (await read(World(ahead=0.2), tolerance=0.1)).well


async def test_a_database_that_does_not_answer_leaves_the_offset_open() -> None:
    found = await read(World(ahead=5, reachable=False))
    assert found.offset_seconds is None
    assert found.uncertainty_seconds is None
    assert found.well
