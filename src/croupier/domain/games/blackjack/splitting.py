"""Splitting a pair (rule 13)."""

from typing import Final

from croupier.domain.cards import rank
from croupier.domain.decider import Rejected
from croupier.domain.games.blackjack.course import carry_on
from croupier.domain.games.blackjack.drawing import require_turn
from croupier.domain.games.blackjack.events.stakes import HandSplit
from croupier.domain.games.blackjack.hands import cards_of, free_number
from croupier.domain.games.blackjack.pack import cards_to_come
from croupier.domain.games.blackjack.settlement import show
from croupier.domain.games.blackjack.state import BlackjackTable, Hand, Steps
from croupier.domain.table.state import By

_NEEDED: Final = 2
"""The cards that a split takes, one for each hand."""


def split(table: BlackjackTable, by: By) -> Steps:
    """Rule 13: two first cards of equal rank become two hands, with an equal stake on the second.

    The pair is shown. Each gets a second card at once, the first is played out before the other; split aces
    stand on it.
    """
    hand = require_turn(table, by)
    if not may_split(table, hand):
        raise Rejected("may-not-split", "only two first cards of equal rank are split, once", 13)
    stack = table.seats[hand.seat].stack
    if hand.stake > stack:
        raise Rejected("insufficient-chips", f"a second stake is {hand.stake}, your stack is {stack}", 13)
    table = yield from show(table, hand)
    into = free_number(table.play, hand.seat)
    table = yield HandSplit(hand.seat, hand.number, into, hand.stake, stack - hand.stake)
    return (yield from carry_on(table))


def may_split(table: BlackjackTable, hand: Hand) -> bool:
    """Rule 13: equal rank, not merely equal value; no hand is split again, nor without cards for it (27)."""
    if hand.split or len(hand.cards) != 2 or cards_to_come(table) < _NEEDED:
        return False
    first, second = cards_of(table, hand.cards)
    return rank(first) == rank(second)
