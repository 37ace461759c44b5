"""What came of a scenario."""

from typing import Any, Final, Literal

from msgspec import Struct

from croupier.domain.table.state import By

Outcome = Literal["passed", "differs", "invalid"]

ACCEPTED: Final = "accepted"


class StepName(Struct, frozen=True):
    """A step: its number from 1, who gives which command."""

    number: int
    by: By
    do: str

    def __str__(self) -> str:
        """The step for people."""
        who = self.by if isinstance(self.by, str) else f"seat {self.by}"
        return f"step {self.number} ({who} {self.do})"


class Difference(Struct, frozen=True):
    """A value that is not as the scenario says, or as the rules of every game say.

    `value` is `outcome` (the code of a refusal, or `accepted`), one of the expected values (`stacks.4`,
    `bank`, `in_play`, `house`, `banker`), `chips` (their sum, which only buying in and cashing out change),
    `state` (changed by a refusal) or `replay` (the state rebuilt from the events). `step` is the step that
    brought the value about, None when none did. `note` explains it to people. Where a service plays it,
    `state` is a change by anything but the steps, and `replay` is the table as it is read afterwards.
    """

    value: str
    expected: Any
    actual: Any
    step: StepName | None = None
    note: str = ""

    def __str__(self) -> str:
        """The difference for people."""
        step = self.step or "before the first step"
        actual = _shown(self.actual)
        note = self.note.removeprefix(f"{actual}: ")  # of a refusal it begins with the code
        said = f"{step}: {self.value}: expected {_shown(self.expected)}, actual {actual}"
        return f"{said} ({note})" if note else said


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)


class Problem(Struct, frozen=True):
    """Why a file could not be played, and the place in it."""

    place: str
    problem: str

    def __str__(self) -> str:
        """The problem for people."""
        return f"{self.place}: {self.problem}"


class Report(Struct, frozen=True):
    """What came of the scenario in a file; title, game and number of steps where it could be read."""

    file: str
    outcome: Outcome
    title: str | None = None
    game: str | None = None
    steps: int = 0
    differences: tuple[Difference, ...] = ()
    problem: Problem | None = None


def invalid(file: str, place: str, problem: str) -> Report:
    """The report on a file that can't be played."""
    return Report(file, "invalid", problem=Problem(place, problem))


def played(file: str, title: str, game: str, steps: int, differences: tuple[Difference, ...]) -> Report:
    """The report on a scenario that was played, with what differs from what it says."""
    return Report(file, "differs" if differences else "passed", title, game, steps, differences)


class Summary(Struct, frozen=True):
    """How many scenarios there were, by outcome."""

    passed: int
    differs: int
    invalid: int

    @property
    def exit_code(self) -> int:
        """0 when all passed, 1 when one differs, else 2: one could not be played."""
        return 1 if self.differs else 2 if self.invalid else 0


class Results(Struct, frozen=True):
    """All reports, in the order of playing, and their summary."""

    scenarios: tuple[Report, ...]
    summary: Summary


def results(reports: tuple[Report, ...]) -> Results:
    """The reports with their summary."""
    outcomes = [report.outcome for report in reports]
    return Results(
        reports, Summary(outcomes.count("passed"), outcomes.count("differs"), outcomes.count("invalid"))
    )
