"""Replaying decks whose seeds are not known."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from croupier.domain.decider import Decision
from croupier.domain.decks.events import DeckCommitted, DeckRevealed
from croupier.domain.decks.state import Decks
from croupier.domain.shuffle import Seed, commitment


def hides_cards(decks: Decks) -> bool:
    """Whether the seed of a deck that is committed to or in use is not known here."""
    return any(deck is not None and deck.seed is None for deck in (decks.coming, decks.current))


def unknowing(decision: Decision[Any, Any], recorded: Iterable[Any]) -> Decision[Any, Any]:
    """The decision taken with a made-up seed, as it is without it: the commitment is the recorded one."""
    said = {event.deck: event.commitment for event in recorded if isinstance(event, DeckCommitted)}
    events = tuple(
        replace(event, commitment=said.get(event.deck, "")) if isinstance(event, DeckCommitted) else event
        for event in decision.events
    )
    decks: Decks = decision.state.decks
    coming = decks.coming
    hidden = coming and replace(coming, seed=None, commitment=said.get(coming.id, ""))
    return Decision(events, replace(decision.state, decks=replace(decks, coming=hidden)))


def belies_commitment(decks: Decks, events: Iterable[Any]) -> bool:
    """Whether one of the events reveals another seed than the one committed to."""
    said = {deck.id: deck.commitment for deck in (decks.coming, decks.current) if deck is not None}
    return any(said.get(event.deck) != _fits(event) for event in events if isinstance(event, DeckRevealed))


def _fits(event: DeckRevealed) -> str:
    """The commitment that the revealed seed fits; none fits a seed that is not in hex."""
    try:
        return commitment(event.deck, Seed(bytes.fromhex(event.seed)))
    except ValueError:
        return ""
