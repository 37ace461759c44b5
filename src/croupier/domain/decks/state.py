"""What a table knows of its decks, and decks whose cards are named."""

from collections.abc import Mapping
from typing import Annotated, Protocol

from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.domain.cards import Card
from croupier.domain.shuffle import Seed


class FixedDecks(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards named instead of shuffled, for scenarios and test tables: a list for each shuffle, in order.

    A list may be shorter than the deck; the rest follows in the fixed order of the packs. `cuts` are
    the sizes of cuts, `draw` the cards that draw the first banker (or `banker` is the seat that banks
    first, and none is drawn), `burned` the card burned in each round.
    """

    decks: tuple[tuple[Card, ...], ...] = ()
    cuts: tuple[int, ...] = ()
    draw: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()
    banker: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET


class CommittedDeck(Struct, frozen=True):
    """A deck that is committed to and not yet shuffled. `seed` is None for who was not entrusted with it."""

    id: str
    commitment: str
    seed: Seed | None = None
    contributions: Mapping[int, bytes] = {}


class Deck(Struct, frozen=True):
    """The deck in use: `cards` in the order in which they come off, `dealt` of them are off.

    `cut` is the size of its cut, in a game that cuts; None for who does not know the seed, and where no
    cut was named for the deck.
    """

    id: str
    commitment: str
    seed: Seed | None
    contributions: Mapping[int, bytes]
    shuffle: int
    cards: tuple[Card, ...]
    size: int
    dealt: int = 0
    cut: int | None = None

    def __repr__(self) -> str:
        """The deck without its cards and its cut, which are secret until they come off."""
        return f"Deck({self.id!r}, shuffle={self.shuffle}, dealt={self.dealt}, left={self.left})"

    @property
    def left(self) -> int:
        """How many cards are still to come off."""
        return self.size - self.dealt

    def next_card(self) -> Card:
        """The card that comes off next. Raises `IndexError` when none is left or the seed is not known."""
        return self.cards[self.dealt]


class Decks(Struct, frozen=True):
    """All that a table knows of its decks; `committed` and `shuffled` count them from the opening on."""

    fixed: FixedDecks | None = None
    coming: CommittedDeck | None = None
    current: Deck | None = None
    committed: int = 0
    shuffled: int = 0

    @property
    def exhausted(self) -> bool:
        """Whether every deck that was named for the table has been shuffled, so that none can be again."""
        return self.fixed is not None and self.shuffled == len(self.fixed.decks)


class HasDecks(Protocol):
    """A state that holds decks."""

    @property
    def id(self) -> str:
        """The id that the ids of its decks begin with."""

    @property
    def decks(self) -> Decks:
        """Its decks."""


def deck_of(state: HasDecks) -> Deck:
    """The deck in use, where there is one: in a round of a game that deals at any rate."""
    assert state.decks.current
    return state.decks.current
