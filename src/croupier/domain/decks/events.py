"""The events of a table's decks."""

from msgspec import Struct


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
    packs: int


class DeckRevealed(Struct, frozen=True, tag="deck-revealed"):
    """The deck is done with: its seed (hex), from which anyone recomputes commitment and cards."""

    deck: str
    seed: str
    used: bool


DeckEvent = DeckCommitted | EntropyContributed | DeckShuffled | DeckRevealed
