"""The drawing rules of punto banco (rules 2-8): when a side draws, and who wins.

They are stated over the values of the cards, so that the table and the exact probabilities share them.
"""

from typing import Literal

from croupier.domain.cards import Card, rank

Side = Literal["player", "banker"]

_VALUES = {"A": 1, **{str(number): number for number in range(2, 10)}, "T": 0, "J": 0, "Q": 0, "K": 0}
_BANKER_DRAWS_TO = {
    0: range(10),
    1: range(10),
    2: range(10),
    3: frozenset(range(10)) - {8},
    4: range(2, 8),
    5: range(4, 8),
    6: range(6, 8),
    7: range(0),
}

FIRST_FOUR: tuple[Side, ...] = ("player", "banker", "player", "banker")
"""The order of the first two cards each (rule 3)."""


def value(card: Card) -> int:
    """What a card counts (rule 2)."""
    return _VALUES[rank(card)]


def total(values: tuple[int, ...]) -> int:
    """The value of a hand: the sum of its cards modulo 10 (rule 2)."""
    return sum(values) % 10


def is_natural(player: int, banker: int) -> bool:
    """Whether either side has 8 or 9 on two cards, so that both stand (rule 4)."""
    return player >= 8 or banker >= 8


def player_draws(player: int) -> bool:
    """Whether player draws a third card to this two-card value, no natural being out (rule 5)."""
    return player <= 5


def banker_draws(banker: int, third: int | None) -> bool:
    """Whether banker draws, no natural being out: `third` is player's third card, None if he stood.

    Rule 6 when player stood, rule 7 when he drew.
    """
    if third is None:
        return banker <= 5
    return third in _BANKER_DRAWS_TO[banker]


def winner(player: int, banker: int) -> Literal["player", "banker", "tie"]:
    """The side with the higher value wins, equal is a tie (rule 8)."""
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"
