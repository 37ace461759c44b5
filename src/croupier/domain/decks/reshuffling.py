"""Shuffling again what is left of a deck in use, for games that do so within a round.

A reshuffle goes by the same seed and contributions as the first shuffle, with the next shuffle number (the
public deck format, 3). At a table with fixed decks it takes the next of the named lists.

The places of a deck's cards, from 0, go on counting through a reshuffle of discards and cards put under the
deck: these are new cards at its end. So the place of a card that has come off never changes its meaning.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from typing import Annotated, TypeVar, assert_never

from msgspec import Meta, Struct
from msgspec.structs import replace

from croupier.domain.cards import PACK, Card
from croupier.domain.decider import Rejected
from croupier.domain.decks.events import MOST_PACKS
from croupier.domain.decks.state import Deck, Decks, HasDecks, deck_of
from croupier.domain.shuffle import Draws, shuffled


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


ReshuffleEvent = DeckReshuffled | DiscardsShuffled

T = TypeVar("T", bound=HasDecks)
Steps = Generator[ReshuffleEvent, T, T]


def evolve_reshuffle(decks: Decks, event: ReshuffleEvent) -> Decks:
    """The decks after the event."""
    deck = decks.current
    assert deck
    match event:
        case DeckReshuffled():
            cards = _order(decks, deck, event.shuffle, PACK * event.packs)
            deck = replace(deck, cards=cards, size=len(PACK) * event.packs, dealt=0, shuffle=event.shuffle)
        case DiscardsShuffled():
            cards = (*deck.cards, *_order(decks, deck, event.shuffle, _discards(decks, deck, event)))
            deck = replace(deck, cards=cards, size=deck.size + len(event.places), shuffle=event.shuffle)
        case _:
            assert_never(event)
    return replace(decks, current=deck, shuffled=decks.shuffled + 1)


def put_under(decks: Decks, place: int) -> Decks:
    """The decks when the card on a place of the deck in use goes under it, to come off once more."""
    deck = decks.current
    assert deck
    card = deck.cards[place : place + 1]
    return replace(decks, current=replace(deck, cards=(*deck.cards, *card), size=deck.size + 1))


def reshuffle_deck(state: T, packs: int) -> Steps[T]:
    """Gather all cards of the deck in use, of `packs` packs, and shuffle it anew.

    Raises `Rejected` (`no-deck-left`) at a table with fixed decks of which none is left.
    """
    deck = _in_use(state)
    return (yield DeckReshuffled(deck.id, deck.shuffle + 1, packs))


def shuffle_discards(state: T, places: Iterable[int]) -> Steps[T]:
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


def _discards(decks: Decks, deck: Deck, event: DiscardsShuffled) -> tuple[Card, ...]:
    """The discards in the order of their places; where they are named, in the fixed order of a pack."""
    if not deck.cards:
        return ()
    cards = [deck.cards[place] for place in event.places]
    return tuple(sorted(cards, key=PACK.index) if decks.fixed else cards)


def _order(decks: Decks, deck: Deck, shuffle: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in the order in which they come off; none where the seed is not known."""
    if decks.fixed:
        named = decks.fixed.decks[decks.shuffled]
        return (*named, *_less(cards, named))
    if deck.seed is None:
        return ()
    return shuffled(cards, Draws.of_deck(deck.id, deck.seed, deck.contributions, shuffle))


def _less(cards: Iterable[Card], named: Iterable[Card]) -> Iterator[Card]:
    """The cards without the named ones, of equal cards the earliest left out."""
    listed = Counter(named)
    for card in cards:
        if listed[card]:
            listed[card] -= 1
        else:
            yield card
