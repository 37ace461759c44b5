"""The decks of tables in stories: committed to, and with cards that are named."""

from typing import Any

from msgspec import UNSET
from tests.support.story import commitment_to, entrusted

from croupier.domain.decks.events import DeckCommitted
from croupier.domain.decks.state import FixedDecks


def committed(deck: str) -> tuple[Any, ...]:
    """The deck was committed to."""
    return (DeckCommitted(deck, commitment_to(deck)), entrusted(deck))


def fixed(
    *decks: str,
    cuts: tuple[int, ...] = (),
    draw: str = "",
    burned: str = "",
    banker: int | None = None,
) -> FixedDecks:
    """What a test table names: the cards of each deck, of the draw and those burned, written with blanks."""
    return FixedDecks(
        tuple(tuple(deck.split()) for deck in decks),
        cuts=cuts,
        draw=tuple(draw.split()),
        burned=tuple(burned.split()),
        banker=UNSET if banker is None else banker,
    )
