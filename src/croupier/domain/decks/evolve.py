"""How the events of decks change them. Nothing here refuses."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never

from msgspec.structs import replace

from croupier.domain.cards import PACK, Card, filled_up
from croupier.domain.decider import SeedEntrusted
from croupier.domain.decks.cut import drawn_cut
from croupier.domain.decks.events import (
    DeckCommitted,
    DeckEvent,
    DeckReshuffled,
    DeckRevealed,
    DeckShuffled,
    DiscardsShuffled,
    EntropyContributed,
    ReshuffleEvent,
)
from croupier.domain.decks.state import CommittedDeck, Deck, Decks
from croupier.domain.shuffle import Draws, shuffled


def evolve_decks(decks: Decks, event: DeckEvent | SeedEntrusted) -> Decks:
    """The decks after the event."""
    match event:
        case DeckCommitted():
            coming = CommittedDeck(event.deck, event.commitment)
            return replace(decks, coming=coming, committed=decks.committed + 1)
        case SeedEntrusted():
            return _entrusted(decks, event)
        case EntropyContributed():
            assert decks.coming
            contributions = {**decks.coming.contributions, event.seat: bytes.fromhex(event.entropy)}
            return replace(decks, coming=replace(decks.coming, contributions=contributions))
        case DeckShuffled():
            return replace(decks, coming=None, current=_shuffle(decks, event), shuffled=decks.shuffled + 1)
        case DeckRevealed(used=True):
            return replace(decks, current=None)
        case DeckRevealed():
            return replace(decks, coming=None)


def off_the_deck(decks: Decks, dealt: int) -> Decks:
    """The decks when so many cards of the deck in use are off it."""
    assert decks.current
    return replace(decks, current=replace(decks.current, dealt=dealt))


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


def _entrusted(decks: Decks, kept: SeedEntrusted) -> Decks:
    if decks.coming and decks.coming.id == kept.deck:
        return replace(decks, coming=replace(decks.coming, seed=kept.seed))
    return decks


def _shuffle(decks: Decks, event: DeckShuffled) -> Deck:
    coming = decks.coming
    assert coming
    cards, cut = _cards_and_cut(decks, coming, event)
    return Deck(
        id=coming.id,
        commitment=coming.commitment,
        seed=coming.seed,
        contributions=coming.contributions,
        shuffle=event.shuffle,
        cards=cards,
        size=len(PACK) * event.packs,
        cut=cut,
    )


def _cards_and_cut(
    decks: Decks, coming: CommittedDeck, event: DeckShuffled
) -> tuple[tuple[Card, ...], int | None]:
    if decks.fixed:
        cards, cuts = decks.fixed.decks[decks.shuffled], decks.fixed.cuts
        return filled_up(cards, event.packs), cuts[decks.shuffled] if decks.shuffled < len(cuts) else None
    if coming.seed is None:
        return (), None
    draws = Draws.of_deck(coming.id, coming.seed, coming.contributions, event.shuffle)
    return shuffled(PACK * event.packs, draws), drawn_cut(draws)


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
