"""The live table of a demonstration's results."""

import time
from typing import Any

from rich.table import Table


class Results:
    """What has happened at the demonstration's tables, as a table to show."""

    def __init__(self) -> None:
        """Start counting now."""
        self._started = time.monotonic()
        self._last: dict[str, dict[str, Any]] = {}
        self._won = {"player": 0, "banker": 0, "tie": 0}
        self.coups = 0

    def coup(self, answer: dict[str, Any]) -> None:
        """Take in the answer to a `deal`."""
        self._last[answer["table"]] = answer
        self._won[answer["view"]["play"]["coup"]["winner"]] += 1
        self.coups += 1

    def __rich__(self) -> Table:
        """The table as it is shown."""
        shown = Table(title=self.summary(), title_justify="left", title_style="bold")
        for heading in ("table", "round", "player", "banker", "winner", "house", "stacks"):
            shown.add_column(heading, no_wrap=heading != "stacks")
        for table, answer in sorted(self._last.items()):
            shown.add_row(table, *_cells(answer["view"]))
        return shown

    def summary(self) -> str:
        """One line: coups, who won them, how fast."""
        rate = self.coups / (time.monotonic() - self._started)
        won = ", ".join(f"{box} {times}" for box, times in self._won.items())
        return f"{self.coups} coups ({won}), {rate:.0f} coups/s"


def _cells(view: dict[str, Any]) -> tuple[str, ...]:
    coup = view["play"]["coup"]
    stacks = "  ".join(f"{seat['seat']}: {seat['stack']}" for seat in view["seats"])
    hands = (_hand(coup["player"]), _hand(coup["banker"]))
    return (str(view["round"]), *hands, coup["winner"], str(view["house"]), stacks)


def _hand(hand: dict[str, Any]) -> str:
    return f"{' '.join(hand['cards'])} = {hand['value']}"
