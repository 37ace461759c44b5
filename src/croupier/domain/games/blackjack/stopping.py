"""When a hand's drawing ends: premiums, busts, hard 21 (rules 10, 14-16, 26)."""

from croupier.domain.games.blackjack.events.hands import HandStood
from croupier.domain.games.blackjack.hands import cards_of, hand_at
from croupier.domain.games.blackjack.settlement import collect, pay, show
from croupier.domain.games.blackjack.state import BlackjackTable, Hand, Steps
from croupier.domain.games.blackjack.values import combination, is_bust, is_hard_21, long_hand


def judge(table: BlackjackTable, seat: int, number: int) -> Steps:
    """What follows at once from the card that the hand has just got.

    Rule 15: a combination is paid. Rule 10: over 21 pays, unless busts are to be declared (rule 26); hard
    21 stands by itself.
    """
    hand = hand_at(table.play, seat, number)
    cards = cards_of(table, hand.cards)
    times = combination(cards)
    if times:
        return (yield from _pay_premium(table, hand, times, 15))
    if is_bust(cards) and table.rules.bust == "automatic":
        table = yield from show(table, hand)
        return (yield from collect(table, hand, 10))
    if is_hard_21(cards):
        return (yield from stop(table, hand, 10))
    return table


def stop(table: BlackjackTable, hand: Hand, rule: int) -> Steps:
    """The hand takes no more cards, by `rule`; with five or more of 21 or less it is paid now (rule 14)."""
    times = long_hand(cards_of(table, hand.cards))
    if times:
        return (yield from _pay_premium(table, hand, times, 14))
    return (yield HandStood(hand.seat, hand.number, rule))


def _pay_premium(table: BlackjackTable, hand: Hand, times: int, rule: int) -> Steps:
    """Rule 16: it is the player's whatever the banker gets; the stake comes back, and the hand is settled."""
    table = yield from show(table, hand)
    return (yield from pay(table, hand, rule, times))
