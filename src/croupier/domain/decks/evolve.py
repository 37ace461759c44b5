"""How the events of decks change them. Nothing here refuses."""

from msgspec.structs import replace

from croupier.domain.cards import PACK, Card, filled_up
from croupier.domain.decider import SeedEntrusted
from croupier.domain.decks.cut import drawn_cut
from croupier.domain.decks.events import (
    DeckCommitted,
    DeckEvent,
    DeckRevealed,
    DeckShuffled,
    EntropyContributed,
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
