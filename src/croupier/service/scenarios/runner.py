"""Playing a scenario through the rules, and what differs from what it says."""

from collections.abc import Iterator
from copy import deepcopy

from croupier.domain.decider import Rejected, tag_of
from croupier.service.scenarios.format import Scenario, Step, command_of, game_of
from croupier.service.scenarios.invalid import InvalidScenario
from croupier.service.scenarios.judging import OPENING, SEATING, Comparing, allowed, conserved, judged
from croupier.service.scenarios.reading import check_named_seats, read_scenario
from croupier.service.scenarios.report import Difference, Report, StepName, invalid, played
from croupier.service.scenarios.table import ScenarioTable


def play(data: bytes, file: str) -> Report:
    """Play the scenario that a file of that name holds."""
    try:
        scenario = read_scenario(data)
        differences = tuple(Playing(scenario).play())
    except InvalidScenario as wrong:
        return invalid(file, wrong.place, wrong.problem)
    return played(file, scenario.title, game_of(scenario), len(scenario.steps), differences)


class Playing:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        """Open the table and let everybody sit down. Raises `InvalidScenario`."""
        self._scenario = scenario
        self._table = ScenarioTable(scenario)
        with allowed("$", OPENING):
            self._table.open()
        for number, given in enumerate(scenario.seats):
            with allowed(f"$.seats[{number}]", SEATING):
                self._table.seat(given)
        check_named_seats(scenario)
        self._comparing = Comparing(self._table.values())
        self._last: StepName | None = None

    def play(self) -> Iterator[Difference]:
        """What differs: the first step that does, or else all that is not as expected at the end."""
        for number, step in enumerate(self._scenario.steps, 1):
            name = StepName(number, step.by, tag_of(step))
            difference = self._outcome(step, name) or self._conserved(name)
            if difference:
                yield difference
                return
            self._comparing.remember(name, self._table.values())
            self._last = name
        yield from self._comparing.unexpected(self._scenario)
        yield from self._unlike_replayed()

    def _outcome(self, step: Step, name: StepName) -> Difference | None:
        """Give the step's command: the outcome if it is another than the step says."""
        before = deepcopy(self._table.state)
        refusal = self._refusal(step)
        difference = judged(step, name, refusal)
        if difference is None and refusal is not None and self._table.state != before:
            return Difference("state", "unchanged", "changed by a refusal", name)
        return difference

    def _refusal(self, step: Step) -> Rejected | None:
        try:
            self._table.give(command_of(self._table.game.name, step), step.by)
        except Rejected as refusal:
            return refusal
        return None

    def _conserved(self, name: StepName) -> Difference | None:
        return conserved(self._table.values(), self._table.bought, name)

    def _unlike_replayed(self) -> Iterator[Difference]:
        """The state must be that which the events alone lead to, since it is rebuilt from them."""
        live, rebuilt = self._table.state, self._table.rebuilt()
        fields = [name for name in live.__struct_fields__ if getattr(live, name) != getattr(rebuilt, name)]
        if fields:
            yield Difference("replay", "the same state", f"another {', '.join(fields)}", self._last)
