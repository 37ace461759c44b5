"""The layout of fan-tan, the number that wins, and what a bet on it pays (rules 5, 9, 10)."""

from collections.abc import Mapping
from typing import Final, Literal

Spot = Literal["1", "2", "3", "4", "1-2", "2-3", "3-4", "4-1"]
"""A place on the layout: a corner of the joker, or the side between two neighbouring corners."""

NUMBERS: Final = (1, 2, 3, 4)
"""The numbers of the corners: lower left, upper left, upper right, lower right, seen from the banker."""

SPOTS: Final[Mapping[Spot, tuple[int, ...]]] = {
    "1": (1,),
    "2": (2,),
    "3": (3,),
    "4": (4,),
    "1-2": (1, 2),
    "2-3": (2, 3),
    "3-4": (3, 4),
    "4-1": (4, 1),
}
"""The places on the layout, and the numbers with which each wins (rule 5)."""

_FOURS: Final = 4
_PRICES: Final = {1: 3, 2: 1}


def spot(name: str) -> Spot | None:
    """The spot of that name, None if the layout has none (rule 5)."""
    return next((on for on in SPOTS if on == name), None)


def winning_number(cut: int) -> int:
    """The number that wins when so many cards are counted off in fours: the remainder, or 4 (rule 9)."""
    return cut % _FOURS or _FOURS


def wins(on: Spot, number: int) -> bool:
    """Whether a bet on the spot wins with the number (rule 5)."""
    return number in SPOTS[on]


def price(on: Spot) -> int:
    """What a won bet on the spot pays to 1: a corner 3, a side 1 (rule 10)."""
    return _PRICES[len(SPOTS[on])]
