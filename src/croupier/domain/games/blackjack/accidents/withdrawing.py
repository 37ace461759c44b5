"""Withdrawing from a round in which both cards were dealt face up (rule 22)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.blackjack.course import carry_on
from croupier.domain.games.blackjack.hands import accident_of, live_of
from croupier.domain.games.blackjack.phases import phase_of
from croupier.domain.games.blackjack.settlement import give_back
from croupier.domain.games.blackjack.state import BlackjackTable, Hand, Steps
from croupier.domain.table.state import By


def withdraw(table: BlackjackTable, by: By) -> Steps:
    """Rule 22: his stake comes back and he is out of the round, with the hand that was dealt so."""
    wronged = wronged_hands(table, by)
    if not wronged:
        raise Rejected("wrong-phase", "only a hand with both cards dealt face up is withdrawn, undrawn", 22)
    for hand in wronged:
        table = yield from give_back(table, hand, 22)
    return (yield from carry_on(table))


def wronged_hands(table: BlackjackTable, by: By) -> tuple[Hand, ...]:
    """Rule 22: the seat's hands whose second card should have come face down and did not.

    The right ends when he draws (asks for a card, splits) or stands. Another accident is settled before.
    """
    if phase_of(table) not in ("second-go-round", "drawing") or accident_of(table.play, by):
        return ()
    return tuple(hand for hand in live_of(table.play, by) if _is_wronged(hand))


def _is_wronged(hand: Hand) -> bool:
    if hand.split or hand.drew or hand.stands or len(hand.cards) != 2:
        return False
    return all(card.face == "up" for card in hand.cards)
