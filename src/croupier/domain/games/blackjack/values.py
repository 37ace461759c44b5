"""What cards are worth (rule 1), and the hands that count for more: naturals (8), premiums (14, 15)."""

from collections.abc import Iterable
from typing import Final

from croupier.domain.cards import RANKS, Card, rank

TWENTY_ONE: Final = 21

_VALUES: Final = {
    "A": 1,
    **{str(number): number for number in range(2, 10)},
    **dict.fromkeys("TJQK", 10),
}
_COMBINATIONS: Final = {"777": 3, "678": 2}


def hard_total(cards: Iterable[Card]) -> int:
    """The sum with every ace at 1 (rule 1): the least that the cards can count."""
    return sum(_VALUES[rank(card)] for card in cards)


def total(cards: tuple[Card, ...]) -> int:
    """What the cards count: an ace is 11 where that does not break the hand (rule 1)."""
    hard = hard_total(cards)
    soft = hard + 10
    return soft if soft <= TWENTY_ONE and any(rank(card) == "A" for card in cards) else hard


def is_bust(cards: Iterable[Card]) -> bool:
    """Over 21, however aces are counted (rule 10)."""
    return hard_total(cards) > TWENTY_ONE


def is_hard_21(cards: Iterable[Card]) -> bool:
    """21 that any other card would break (rule 10)."""
    return hard_total(cards) == TWENTY_ONE


def is_natural(cards: tuple[Card, ...]) -> bool:
    """Rule 8: an ace with a ten or court card. (A hand made by a split is none: rule 13.)"""
    return len(cards) == 2 and total(cards) == TWENTY_ONE


def combination(cards: tuple[Card, ...]) -> int | None:
    """Rule 15: how many times the stake three sevens or eight-seven-six pay; None for other cards."""
    return _COMBINATIONS.get("".join(sorted(map(rank, cards), key=RANKS.index)))


def long_hand(cards: tuple[Card, ...]) -> int | None:
    """Rule 14: twice the stake for five cards of 21 or less, doubled by each further one; None for others."""
    return None if len(cards) < 5 or is_bust(cards) else 2 ** (len(cards) - 4)
