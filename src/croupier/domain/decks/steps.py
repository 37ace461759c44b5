"""The steps of a deck's life, for the deciders of tables: commit, shuffle, shuffle again, reveal."""

from collections import Counter
from collections.abc import Generator, Iterable
from typing import TypeVar

from croupier.domain.decider import Given, Rejected, SeedEntrusted
from croupier.domain.decks.events import (
    DeckCommitted,
    DeckEvent,
    DeckReshuffled,
    DeckRevealed,
    DeckShuffled,
    DiscardsShuffled,
    ReshuffleEvent,
)
from croupier.domain.decks.state import Deck, HasDecks, deck_of
from croupier.domain.shuffle import commitment

T = TypeVar("T", bound=HasDecks)
Steps = Generator[DeckEvent | SeedEntrusted, T, T]
ReshuffleSteps = Generator[ReshuffleEvent, T, T]


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


def reshuffle_deck(state: T, packs: int) -> ReshuffleSteps[T]:
    """Gather all cards of the deck in use, of `packs` packs, and shuffle it anew.

    Raises `Rejected` (`no-deck-left`) at a table with fixed decks of which none is left.
    """
    deck = _in_use(state)
    return (yield DeckReshuffled(deck.id, deck.shuffle + 1, packs))


def shuffle_discards(state: T, places: Iterable[int]) -> ReshuffleSteps[T]:
    """Shuffle the discards, which lay on those places of the deck in use, and put them under it.

    Raises `Rejected` at a table with fixed decks: `no-deck-left` when none is left, `impossible-deck` when
    the next one names a card that is no discard.
    """
    deck, ordered = _in_use(state), tuple(sorted(places))
    fixed = state.decks.fixed
    if fixed:
        strange = Counter(fixed.decks[state.decks.shuffled]) - Counter(deck.cards[at] for at in ordered)
        if strange:
            raise Rejected("impossible-deck", f"not among the discards: {' '.join(strange)}")
    return (yield DiscardsShuffled(deck.id, deck.shuffle + 1, ordered))


def _in_use(state: HasDecks) -> Deck:
    if state.decks.exhausted:
        raise Rejected("no-deck-left", "every deck that was named for this table has been used")
    return deck_of(state)
