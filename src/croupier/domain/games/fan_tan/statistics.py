"""What a simulation of fan-tan compares with the exact odds."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from croupier.domain.decks.cut import CUTS
from croupier.domain.games.fan_tan.commands import FanTanRules
from croupier.domain.games.fan_tan.events import PackCut
from croupier.domain.games.fan_tan.odds import chances
from croupier.domain.games.statistics import Statistic


def statistics(rules: FanTanRules) -> tuple[Statistic, ...]:
    """How often each number wins, and how many cards are cut off on average (rules 8, 9)."""
    numbers = (Statistic(f"{number} wins", chance, _won(number)) for number, chance in chances().items())
    mean = Fraction(sum(CUTS), len(CUTS))
    return (*numbers, Statistic("cards cut off", mean, _sizes, frequency=False))


def _won(number: int) -> Callable[[Sequence[Any]], Iterator[int]]:
    def observed(events: Sequence[Any]) -> Iterator[int]:
        return (int(event.number == number) for event in events if isinstance(event, PackCut))

    return observed


def _sizes(events: Sequence[Any]) -> Iterator[int]:
    return (event.size for event in events if isinstance(event, PackCut))
