"""The live table of a demonstration's results."""

import time
from collections import Counter
from typing import Any

from rich.table import Table


class Results:
    """What has happened at the demonstration's tables, as a table to show."""

    def __init__(self) -> None:
        """Start counting now."""
        self._started = time.monotonic()
        self._last: dict[str, dict[str, Any]] = {}
        self._rounds: Counter[str] = Counter()

    def round(self, game: str, answer: dict[str, Any]) -> None:
        """Take in what the service answered when a round had ended."""
        self._last[answer["table"]] = answer
        self._rounds[game] += 1

    def __rich__(self) -> Table:
        """The table as it is shown."""
        shown = Table(title=self.summary(), title_justify="left", title_style="bold")
        for heading in ("table", "round", "banker", "house", "last settled", "stacks"):
            shown.add_column(heading, no_wrap=heading not in ("stacks", "last settled"))
        for table, answer in sorted(self._last.items()):
            shown.add_row(table, *_cells(answer))
        return shown

    def summary(self) -> str:
        """One line: rounds by game, how fast."""
        rate = self._rounds.total() / (time.monotonic() - self._started)
        by_game = ", ".join(f"{game} {rounds}" for game, rounds in sorted(self._rounds.items()))
        rounds = "1 round" if self._rounds.total() == 1 else f"{self._rounds.total()} rounds"
        return f"{rounds} ({by_game}), {rate:{'.0f' if rate >= 10 else '.2g'}} rounds/s"


def _cells(answer: dict[str, Any]) -> tuple[str, ...]:
    view = answer["view"]
    stacks = "  ".join(f"{seat['seat']}: {seat['stack']}" for seat in view["seats"])
    banker = "house" if view["banker"] is None else f"seat {view['banker']}"
    return (str(view["round"]), banker, str(view["house"]), _settled(answer.get("events", [])), stacks)


def _settled(events: list[dict[str, Any]]) -> str:
    """The round's last settlement in a few words."""
    settled = [event for event in events if event["type"] == "bet-settled"]
    if not settled:
        return ""
    last = settled[-1]
    return f"seat {last['seat']} {last['outcome']}, profit {last['profit']:+d} (rule {last['rule']})"
