"""What a simulation of punto banco compares with the exact odds."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from croupier.domain.games.baccarat.commands import BaccaratRules, BoxName
from croupier.domain.games.baccarat.events import CoupDecided
from croupier.domain.games.baccarat.odds import odds
from croupier.domain.games.statistics import Statistic


def statistics(rules: BaccaratRules) -> tuple[Statistic, ...]:
    """How often each side wins (rule 8)."""
    return tuple(
        Statistic(f"{box} wins", exact, _won(box)) for box, exact in odds(rules).probabilities.items()
    )


def _won(box: BoxName) -> Callable[[Sequence[Any]], Iterator[int]]:
    def observed(events: Sequence[Any]) -> Iterator[int]:
        return (int(event.winner == box) for event in events if isinstance(event, CoupDecided))

    return observed
