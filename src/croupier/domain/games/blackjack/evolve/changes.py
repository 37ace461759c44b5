"""Changes of the play that several events make."""

from typing import Any

from msgspec.structs import replace

from croupier.domain.games.blackjack.hands import hand_at
from croupier.domain.games.blackjack.state import BlackjackTable, Dealt, Hand, Play


def with_play(table: BlackjackTable, **changes: Any) -> BlackjackTable:
    """The table with those fields of its play changed."""
    return replace(table, play=replace(table.play, **changes))


def with_hand(table: BlackjackTable, seat: int, number: int, **changes: Any) -> BlackjackTable:
    """The table with those fields of one hand changed."""
    changed = replace(hand_at(table.play, seat, number), **changes)
    return with_play(
        table, hands=tuple(changed if _same(hand, changed) else hand for hand in table.play.hands)
    )


def with_every_hand(table: BlackjackTable, **changes: Any) -> BlackjackTable:
    """The table with those fields of every hand changed."""
    return with_play(table, hands=tuple(replace(hand, **changes) for hand in table.play.hands))


def with_hand_after(table: BlackjackTable, hand: Hand, before: Hand) -> BlackjackTable:
    """The table with a hand that is played right after the one before."""
    hands = table.play.hands
    at = next(place for place, other in enumerate(hands) if _same(other, before)) + 1
    return with_play(table, hands=(*hands[:at], hand, *hands[at:]))


def with_first_hand(table: BlackjackTable, seat: int, card: Dealt) -> BlackjackTable:
    """The table with the first hand of a seat, in its turn from the banker's left."""
    order = table.play.order
    hands = (*table.play.hands, Hand(seat, 1, (card,)))
    return with_play(table, hands=tuple(sorted(hands, key=lambda hand: order.index(hand.seat))))


def without_accident(table: BlackjackTable, seat: int) -> BlackjackTable:
    """The table when the seat has settled its accident, if it had one."""
    left = tuple(accident for accident in table.play.accidents if accident.seat != seat)
    return with_play(table, accidents=left)


def discarded(play: Play, *cards: Dealt) -> tuple[int, ...]:
    """The places of the discards when those cards join them."""
    return (*play.discards, *(card.place for card in cards))


def _same(hand: Hand, other: Hand) -> bool:
    return (hand.seat, hand.number) == (other.seat, other.number)
