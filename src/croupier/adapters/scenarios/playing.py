"""Playing scenarios on a service, several at once, and what differs from what they say."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from typing import Final

from croupier.adapters.scenarios.players import Players
from croupier.adapters.scenarios.service import NotPlayable, Service
from croupier.adapters.scenarios.table import ServiceTable, values
from croupier.domain.decider import Rejected, tag_of
from croupier.service.scenarios.format import Scenario, Step, game_of
from croupier.service.scenarios.invalid import InvalidScenario
from croupier.service.scenarios.judging import OPENING, SEATING, Comparing, allowed, conserved, judged
from croupier.service.scenarios.reading import check_named_seats, read_scenario
from croupier.service.scenarios.report import Difference, Report, StepName, invalid, played

_AT_ONCE: Final = 8

Tell = Callable[[Report], None]


async def play_all(service: Service, files: Sequence[Report | tuple[str, bytes]], tell: Tell) -> None:
    """Play files, each its name and bytes, and `tell` of each in their order; a `Report` is told as it is.

    Raises `NotPlayable` as soon as it is known that the service does not play them.
    """
    turns, players = asyncio.Semaphore(_AT_ONCE), Players(service)

    async def one(file: Report | tuple[str, bytes]) -> Report:
        if isinstance(file, Report):
            return file
        async with turns:
            return await play(service, players, file[1], file[0])

    tasks = [asyncio.create_task(one(file)) for file in files]
    try:
        for task in tasks:
            tell(await task)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(NotPlayable, Rejected):
            await players.pay_out()


async def play(service: Service, players: Players, data: bytes, file: str) -> Report:
    """Play the scenario that a file of that name holds. Raises `NotPlayable`."""
    try:
        scenario = read_scenario(data)
        differences = await _differences(ServiceTable(service, players, scenario), scenario)
    except InvalidScenario as wrong:
        return invalid(file, wrong.place, wrong.problem)
    return played(file, scenario.title, game_of(scenario), len(scenario.steps), differences)


async def _differences(table: ServiceTable, scenario: Scenario) -> tuple[Difference, ...]:
    try:
        await _begin(table, scenario)
        return tuple([difference async for difference in _played(table, scenario)])
    finally:
        with suppress(NotPlayable, Rejected):
            await table.tidy_up()


async def _begin(table: ServiceTable, scenario: Scenario) -> None:
    """Open the table and let everybody sit down. Raises `InvalidScenario`."""
    with allowed("$", OPENING):
        await table.open()
    for number, given in enumerate(scenario.seats):
        with allowed(f"$.seats[{number}]", SEATING):
            await table.seat(given)
    check_named_seats(scenario)


async def _played(table: ServiceTable, scenario: Scenario) -> AsyncIterator[Difference]:
    """What differs: the first step that does, or else all that is not as expected at the end."""
    comparing = Comparing(values(table.view))
    last: StepName | None = None
    for number, step in enumerate(scenario.steps, 1):
        last = StepName(number, step.by, tag_of(step))
        difference = await _outcome(table, step, last)
        if difference:
            yield difference
            return
        comparing.remember(last, values(table.view))
    for difference in comparing.unexpected(scenario):
        yield difference
    if difference := await _unlike_read(table, last):
        yield difference


async def _outcome(table: ServiceTable, step: Step, name: StepName) -> Difference | None:
    """Give the step's command: what differs by it. A refusal adds nothing to the table's revisions."""
    before, refusal = table.revision, None
    try:
        await table.give(step)
    except Rejected as refused:
        refusal = refused
    if difference := judged(step, name, refusal):
        return difference
    after = before if refusal else before + 1
    if table.revision != after:
        return Difference("state", f"revision {after}", f"revision {table.revision}", name)
    return conserved(values(table.view), table.bought, name)


async def _unlike_read(table: ServiceTable, last: StepName | None) -> Difference | None:
    """The table must be read as it was answered, and at the same revision."""
    reading = await table.read()
    if reading["revision"] != table.revision:
        what = f"revision {reading['revision']}"
        return Difference("state", f"revision {table.revision}", what, last)
    if values(reading["view"]) != values(table.view):
        return Difference("replay", "the same state", "another when it is read", last)
    return None
