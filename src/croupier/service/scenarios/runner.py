"""Playing a scenario through the rules, and what differs from what it says."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Final

from croupier.domain.decider import Rejected
from croupier.service.scenarios.format import Scenario, Step, command_of, game_of, tag_of
from croupier.service.scenarios.reading import InvalidScenario, check_named_seats, read_scenario
from croupier.service.scenarios.report import ACCEPTED, Difference, Problem, Report, StepName
from croupier.service.scenarios.table import ScenarioTable

_PART_REFUSED: Final = {"invalid-limits": ".limits", "invalid-rules": ".rules"}
_SEAT_REFUSED: Final = {"seat-taken": ".seat", "unknown-target": ".seat", "already-seated": ".player"}


def play(data: bytes, file: str) -> Report:
    """Play the scenario that a file of that name holds."""
    try:
        scenario = read_scenario(data)
        differences = tuple(Playing(scenario).play())
    except InvalidScenario as invalid:
        return Report(file, "invalid", problem=Problem(invalid.place, invalid.problem))
    return Report(
        file,
        "differs" if differences else "passed",
        title=scenario.title,
        game=game_of(scenario),
        steps=len(scenario.steps),
        differences=differences,
    )


class Playing:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        """Open the table and let everybody sit down. Raises `InvalidScenario`."""
        self._scenario = scenario
        self._table = ScenarioTable(scenario)
        with _allowed("$", _PART_REFUSED):
            self._table.open()
        for number, given in enumerate(scenario.seats):
            with _allowed(f"$.seats[{number}]", _SEAT_REFUSED):
                self._table.seat(given)
        check_named_seats(scenario)
        self._values = self._table.values()
        self._changed: dict[str, StepName] = {}
        self._last: StepName | None = None

    def play(self) -> Iterator[Difference]:
        """What differs: the first step that does, or else all that is not as expected at the end."""
        for number, step in enumerate(self._scenario.steps, 1):
            name = StepName(number, step.by, tag_of(step))
            difference = self._outcome(step, name) or self._conserved(name)
            if difference:
                yield difference
                return
            self._remember(name)
        yield from self._unexpected()
        yield from self._unlike_replayed()

    def _outcome(self, step: Step, name: StepName) -> Difference | None:
        """Give the step's command: the outcome if it is another than the step says."""
        before = deepcopy(self._table.state)
        wanted = step.refused if isinstance(step.refused, str) else None
        refusal = self._refusal(step)
        if refusal is None:
            return None if wanted is None else Difference("outcome", wanted, ACCEPTED, name)
        _require_deck(refusal, name)
        if refusal.code != wanted:
            return Difference("outcome", wanted or ACCEPTED, refusal.code, name, _explained(refusal))
        if self._table.state != before:
            return Difference("state", "unchanged", "changed by a refusal", name)
        return None

    def _refusal(self, step: Step) -> Rejected | None:
        try:
            self._table.give(command_of(self._table.game.name, step), step.by)
        except Rejected as refusal:
            return refusal
        return None

    def _conserved(self, name: StepName) -> Difference | None:
        """Stacks, bank, stakes in play and house account change in sum only by buying in and cashing out."""
        chips = sum(chips for value, chips in self._table.values().items() if value != "banker")
        bought = self._table.bought
        return None if chips == bought else Difference("chips", bought, chips, name)

    def _remember(self, name: StepName) -> None:
        """Note the step as the one that changed what is not as it was."""
        values = self._table.values()
        for value in values.keys() | self._values.keys():
            if values.get(value) != self._values.get(value):
                self._changed[value] = name
        self._values, self._last = values, name

    def _unexpected(self) -> Iterator[Difference]:
        expect = self._scenario.expect
        wanted: dict[str, Any] = {
            **{f"stacks.{seat}": stack for seat, stack in sorted(expect.stacks.items())},
            "bank": expect.bank,
            "in_play": expect.in_play,
            "house": expect.house,
            "banker": expect.banker,
        }
        for value in dict.fromkeys((*wanted, *self._values)):
            expected, actual = wanted.get(value), self._values.get(value)
            if expected != actual:
                yield Difference(value, expected, actual, self._changed.get(value))

    def _unlike_replayed(self) -> Iterator[Difference]:
        """The state must be that which the events alone lead to, since it is rebuilt from them."""
        live, rebuilt = self._table.state, self._table.rebuilt()
        fields = [name for name in live.__struct_fields__ if getattr(live, name) != getattr(rebuilt, name)]
        if fields:
            yield Difference("replay", "the same state", f"another {', '.join(fields)}", self._last)


@contextmanager
def _allowed(place: str, parts: Mapping[str, str]) -> Iterator[None]:
    """Raises `InvalidScenario` when the rules refuse what comes before the first step.

    `parts` says by the code of the refusal which part of `place` is wrong.
    """
    try:
        yield
    except Rejected as refusal:
        raise InvalidScenario(place + parts.get(refusal.code, ""), _explained(refusal)) from None


def _require_deck(refusal: Rejected, name: StepName) -> None:
    """Raises `InvalidScenario` when the step shuffles and no list is left for it, whatever it says."""
    if refusal.code == "no-deck-left":
        raise InvalidScenario("$.decks", f"{name} shuffles, and there is no list for it")


def _explained(refusal: Rejected) -> str:
    rule = "" if refusal.rule is None else f", rule {refusal.rule}"
    return f"{refusal.code}: {refusal.detail}{rule}"
