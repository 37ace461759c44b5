"""A card comes off the pack to somebody (rules 4, 7, 10, 22-24), and the go-rounds as they ought to go."""

from croupier.domain.decks.state import deck_of
from croupier.domain.games.blackjack.commands import Face
from croupier.domain.games.blackjack.events.cards import CardDealt, CardOffered, ExtraCardDealt, ExtraKind
from croupier.domain.games.blackjack.hands import live
from croupier.domain.games.blackjack.pack import ready_pack
from croupier.domain.games.blackjack.state import BlackjackTable, Steps
from croupier.domain.table.bank.banker import banker_in

OWN_HAND = 1
"""The number of the banker's hand: he has one."""


def give(
    table: BlackjackTable, seat: int, hand: int, face: Face, rule: int, accident: ExtraKind | None = None
) -> Steps:
    """The next card comes to a hand, or as a card too many (`accident`) to its seat.

    Rule 24: if it is the exposed one its owner has the choice, the banker has not; everybody knows it. (Who
    did not ask for it has a choice by rule 23 anyway.)
    """
    table = yield from ready_pack(table)
    deck = deck_of(table)
    card, place = deck.next_card(), deck.dealt
    exposed = card == table.play.exposed
    if exposed and seat != table.banker and accident != "unasked-card":
        return (yield CardOffered(seat, hand, card, place, face, accident))
    known = card if exposed or face == "up" else None
    if accident:
        return (yield ExtraCardDealt(seat, hand, known, place, face, accident, rule_of_accident(accident)))
    return (yield CardDealt(seat, hand, known, place, face, rule))


def rule_of_accident(accident: ExtraKind) -> int:
    """The rule that says what becomes of a card too many."""
    return 23 if accident == "unasked-card" else 22


def deal_next(table: BlackjackTable) -> Steps:
    """The next card of the go-round as it ought to go: from the banker's left, himself last (rules 4, 7).

    The second card is face up, but face down where the first by accident was not (rule 22).
    """
    play, banker = table.play, banker_in(table)
    if play.stage == "first":
        dealt = {hand.seat for hand in play.hands}
        seat = next((seat for seat in play.order if seat not in dealt), banker)
        return give(table, seat, OWN_HAND, "down", 4)
    for hand in live(play):
        if len(hand.cards) == 1:
            face: Face = "up" if hand.cards[0].face == "down" else "down"
            return give(table, hand.seat, hand.number, face, 7)
    return give(table, banker, OWN_HAND, "up", 7)
