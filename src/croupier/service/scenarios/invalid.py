"""What is wrong with a scenario file, and where."""

from typing import Final


class InvalidScenario(ValueError):
    """The scenario cannot be played. `place` is a line and column, or a path such as `$.steps[3].stake`."""

    def __init__(self, place: str, problem: str) -> None:
        """Say where what is wrong."""
        super().__init__(f"{place}: {problem}")
        self.place: Final = place
        self.problem: Final = problem
