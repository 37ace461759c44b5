"""The hands of a round: finding them, and knowing their cards, also those that lie face down."""

from collections.abc import Iterable

from croupier.domain.cards import Card
from croupier.domain.decks.state import deck_of
from croupier.domain.games.blackjack.state import Accident, BlackjackTable, Dealt, Hand, Play


def cards_of(table: BlackjackTable, dealt: Iterable[Dealt]) -> tuple[Card, ...]:
    """The cards as their owner knows them: those face down by their places in the deck.

    Raises `IndexError` when the deck's seed is not known.
    """
    return tuple(one.card or deck_of(table).cards[one.place] for one in dealt)


def live(play: Play) -> tuple[Hand, ...]:
    """The hands that have not been settled, in the order of playing."""
    return tuple([hand for hand in play.hands if hand.settled is None])


def live_of(play: Play, seat: int | str) -> tuple[Hand, ...]:
    """The seat's hands that have not been settled, in the order of playing."""
    return tuple([hand for hand in play.hands if hand.seat == seat and hand.settled is None])


def hand_at(play: Play, seat: int, number: int) -> Hand:
    """The seat's hand of that number."""
    return next(hand for hand in play.hands if hand.seat == seat and hand.number == number)


def free_number(play: Play, seat: int) -> int:
    """The number of the seat's next hand."""
    return 1 + max(hand.number for hand in play.hands if hand.seat == seat)


def accident_of(play: Play, seat: int | str) -> Accident | None:
    """The accident that the seat has to settle, if there is one; a seat has one at a time."""
    return next((accident for accident in play.accidents if accident.seat == seat), None)
