"""The steps of a deck's life, for the deciders of tables: commit, shuffle, reveal."""

from collections.abc import Generator
from typing import TypeVar

from croupier.domain.decider import Given, Rejected, SeedEntrusted
from croupier.domain.decks.events import DeckCommitted, DeckEvent, DeckRevealed, DeckShuffled
from croupier.domain.decks.state import HasDecks, deck_of
from croupier.domain.shuffle import commitment

T = TypeVar("T", bound=HasDecks)
Steps = Generator[DeckEvent | SeedEntrusted, T, T]


def commit_deck(state: T, given: Given) -> Steps[T]:
    """Commit to the fresh seed given with the command for the table's next deck."""
    deck = f"{state.id}/{state.decks.committed + 1}"
    state = yield DeckCommitted(deck, commitment(deck, given.seed))
    return (yield SeedEntrusted(deck, given.seed))


def shuffle_coming_deck(state: T, given: Given, packs: int) -> Steps[T]:
    """Shuffle the coming deck of `packs` packs and commit to the one after it.

    Raises `Rejected` (`no-deck-left`) at a table with fixed decks of which none is left.
    """
    coming = state.decks.coming
    assert coming
    if state.decks.exhausted:
        raise Rejected("no-deck-left", "every deck that was named for this table has been used")
    state = yield DeckShuffled(coming.id, 1, packs)
    return (yield from commit_deck(state, given))


def reveal_current_deck(state: T) -> Steps[T]:
    """Reveal the seed of the deck in use, which is done with."""
    deck = deck_of(state)
    assert deck.seed is not None
    return (yield DeckRevealed(deck.id, deck.seed.hex(), used=True))


def reveal_all_decks(state: T) -> Steps[T]:
    """Reveal what is in use, if anything, and the coming deck as unused: the table closes."""
    if state.decks.current:
        state = yield from reveal_current_deck(state)
    coming = state.decks.coming
    assert coming
    assert coming.seed is not None
    return (yield DeckRevealed(coming.id, coming.seed.hex(), used=False))
