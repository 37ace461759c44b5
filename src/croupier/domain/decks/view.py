"""What everybody may know of a table's decks."""

from collections.abc import Mapping

from msgspec import Struct

from croupier.domain.decks.state import CommittedDeck, Deck, Decks


class CommitmentView(Struct, frozen=True):
    """The deck that comes next: what the service is bound to and what the seats contributed (hex)."""

    deck: str
    commitment: str
    contributions: dict[int, str]


class DeckView(Struct, frozen=True):
    """The deck in use: how many cards are off it and how many are left."""

    deck: str
    commitment: str
    contributions: dict[int, str]
    shuffle: int
    dealt: int
    left: int


class DecksView(Struct, frozen=True):
    """A table's decks as everybody sees them; `fixed` marks a test table whose cards were named."""

    fixed: bool
    coming: CommitmentView | None
    current: DeckView | None


def decks_view(decks: Decks) -> DecksView:
    """The decks without their seeds and without the cards that are still to come off."""
    return DecksView(
        fixed=decks.fixed is not None,
        coming=_coming(decks.coming) if decks.coming else None,
        current=_current(decks.current) if decks.current else None,
    )


def _coming(deck: CommittedDeck) -> CommitmentView:
    return CommitmentView(deck.id, deck.commitment, _hex(deck.contributions))


def _current(deck: Deck) -> DeckView:
    return DeckView(deck.id, deck.commitment, _hex(deck.contributions), deck.shuffle, deck.dealt, deck.left)


def _hex(contributions: Mapping[int, bytes]) -> dict[int, str]:
    return {seat: entropy.hex() for seat, entropy in contributions.items()}
