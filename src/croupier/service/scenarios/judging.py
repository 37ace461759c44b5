"""What differs from what a scenario says, whoever plays it: the rules in this process, or a service."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from croupier.domain.decider import Rejected
from croupier.service.scenarios.format import Scenario, Step
from croupier.service.scenarios.invalid import InvalidScenario
from croupier.service.scenarios.report import ACCEPTED, Difference, StepName

OPENING: Final = {"invalid-limits": ".limits", "invalid-rules": ".rules"}
SEATING: Final = {"seat-taken": ".seat", "unknown-target": ".seat", "already-seated": ".player"}
"""Which part of a scenario, or of a seat, is wrong by the code with which it is refused."""
RUN_OUT: Final = {"no-deck-left": "$.decks", "no-draw-left": "$.draw", "no-cut-left": "$.cuts"}
"""Which part of a scenario names too little, by the code with which a step is refused."""


@contextmanager
def allowed(place: str, parts: Mapping[str, str]) -> Iterator[None]:
    """Raises `InvalidScenario` when the rules refuse what comes before the first step.

    `parts` says by the code of the refusal which part of `place` is wrong.
    """
    try:
        yield
    except Rejected as refusal:
        raise InvalidScenario(place + parts.get(refusal.code, ""), _explained(refusal)) from None


def judged(step: Step, name: StepName, refusal: Rejected | None) -> Difference | None:
    """The step's outcome, if it is another than the step says.

    Raises `InvalidScenario` when the cards or cuts that it needs are not named, whatever it says.
    """
    wanted = step.refused if isinstance(step.refused, str) else None
    if refusal is None:
        return None if wanted is None else Difference("outcome", wanted, ACCEPTED, name)
    if refusal.code in RUN_OUT:
        raise InvalidScenario(RUN_OUT[refusal.code], f"{name}: {refusal.detail}")
    if refusal.code == wanted:
        return None
    return Difference("outcome", wanted or ACCEPTED, refusal.code, name, _explained(refusal))


def conserved(values: Mapping[str, Any], bought: int, name: StepName) -> Difference | None:
    """Stacks, bank, stakes in play and house account change in sum only by buying in and cashing out."""
    chips = sum(chips for value, chips in values.items() if value != "banker")
    return None if chips == bought else Difference("chips", bought, chips, name)


class Comparing:
    """Follows a table's values, and remembers the step that changed each."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        """The values before the first step."""
        self._values = values
        self._changed: dict[str, StepName] = {}

    def remember(self, name: StepName, values: Mapping[str, Any]) -> None:
        """Note the step as the one that changed what is not as it was."""
        for value in values.keys() | self._values.keys():
            if values.get(value) != self._values.get(value):
                self._changed[value] = name
        self._values = values

    def unexpected(self, scenario: Scenario) -> Iterator[Difference]:
        """What is not as the scenario expects it at its end."""
        expect = scenario.expect
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


def _explained(refusal: Rejected) -> str:
    rule = "" if refusal.rule is None else f", rule {refusal.rule}"
    return f"{refusal.code}: {refusal.detail}{rule}"
