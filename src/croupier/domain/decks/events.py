"""The events of a table's decks."""

from typing import Annotated, Final

from msgspec import Meta, Struct

MOST_PACKS: Final = 16
"""More packs than any game shuffles together; an event that names more is forged."""


class DeckCommitted(Struct, frozen=True, tag="deck-committed"):
    """The service is bound to the seed of the deck that comes next: `commitment` is in hex."""

    deck: str
    commitment: str


class EntropyContributed(Struct, frozen=True, tag="entropy-contributed"):
    """A seat added entropy (hex) to the coming deck; its last contribution counts."""

    seat: int
    deck: str
    entropy: str


class DeckShuffled(Struct, frozen=True, tag="deck-shuffled"):
    """The coming deck was shuffled and is dealt from now on; `shuffle` counts the shuffles of one seed."""

    deck: str
    shuffle: int
    packs: Annotated[int, Meta(ge=1, le=MOST_PACKS)]


class DeckRevealed(Struct, frozen=True, tag="deck-revealed"):
    """The deck is done with: its seed (hex), from which anyone recomputes commitment and cards."""

    deck: str
    seed: str
    used: bool


class DeckReshuffled(Struct, frozen=True, tag="deck-reshuffled"):
    """All cards of the deck in use were gathered and shuffled anew: shuffle number `shuffle` of its seed."""

    deck: str
    shuffle: int
    packs: Annotated[int, Meta(ge=1, le=MOST_PACKS)]


class DiscardsShuffled(Struct, frozen=True, tag="discards-shuffled"):
    """The deck in use was dealt out, and discards lie under it now, shuffled anew.

    Of the deck's cards, counted from 0 in the order in which they come off, those on `places` were shuffled:
    shuffle number `shuffle` of the seed, from an array of those cards in the order of their places.
    """

    deck: str
    shuffle: int
    places: tuple[int, ...]


DeckEvent = DeckCommitted | EntropyContributed | DeckShuffled | DeckRevealed
ReshuffleEvent = DeckReshuffled | DiscardsShuffled
"""Of games that shuffle within a round."""
