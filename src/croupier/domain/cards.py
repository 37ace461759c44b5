"""Playing cards, written rank then suit: `TH` is the ten of hearts."""

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta

Card = Annotated[
    str,
    Meta(
        description="A card, rank then suit: ranks 2-9 T J Q K A, suits C D H S.",
        examples=["TH"],
        extra_json_schema={"pattern": "^[2-9TJQKA][CDHS]$"},
    ),
]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
PACK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)


def rank(card: Card) -> str:
    """The card's rank, one of `RANKS`."""
    return card[0]


def suit(card: Card) -> str:
    """The card's suit, one of `SUITS`."""
    return card[1]


class ImpossibleDeck(ValueError):
    """A list of cards that no deck of so many packs can begin with."""


def filled_up(named: Iterable[Card], packs: int) -> tuple[Card, ...]:
    """A whole deck of `packs` packs that begins with the `named` cards.

    The rest follows in the fixed order of `PACK`, pack after pack, the earliest copies of the named cards
    left out. Raises `ImpossibleDeck` when a card is unknown or named more often than the packs hold it.
    """
    named = tuple(named)
    listed = Counter(named)
    for card, times in listed.items():
        if card not in PACK:
            raise ImpossibleDeck(f"there is no card {card!r}")
        if times > packs:
            raise ImpossibleDeck(f"{card} is named {times} times, the deck holds {packs}")
    rest = []
    for card in PACK * packs:
        if listed[card]:
            listed[card] -= 1
        else:
            rest.append(card)
    return (*named, *rest)
