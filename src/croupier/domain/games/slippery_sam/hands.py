"""The hands: where their cards lie in the deck, and which card of one beats an upcard (rules 1, 4, 9)."""

from collections.abc import Iterable
from typing import Final

from croupier.domain.cards import RANKS, Card, rank, suit
from croupier.domain.decks.state import deck_of
from croupier.domain.games.slippery_sam.state import SlipperySamTable

CARDS_EACH: Final = 3
"""The cards of a hand (rule 4)."""


def hand_of(table: SlipperySamTable, seat: int) -> tuple[Card, ...]:
    """The face-down hand of a seat of the round, by the way it was dealt (rule 4).

    It is secret until it is settled, from its owner as from anybody (rule 5). Raises `IndexError` when the
    deck's seed is not known.
    """
    cards, order = deck_of(table).cards, table.play.order
    places = range(order.index(seat), CARDS_EACH * len(order), len(order))
    return tuple(cards[place] for place in places)


def beats(card: Card, upcard: Card) -> bool:
    """Rules 1 and 9: a higher card of the same suit beats the upcard; the ace is high."""
    return suit(card) == suit(upcard) and RANKS.index(rank(card)) > RANKS.index(rank(upcard))


def winning_card(hand: Iterable[Card], upcard: Card) -> Card | None:
    """Rule 9: the lowest card of the hand that beats the upcard, None when none does."""
    winners = [card for card in hand if beats(card, upcard)]
    return min(winners, key=lambda card: RANKS.index(rank(card)), default=None)
