"""Settling hands against the banker, who pays from his stack (rules 12, 17, 26)."""

from croupier.domain.games.blackjack.events.hands import HandSettled, HandShown, Outcome
from croupier.domain.games.blackjack.hands import cards_of, live
from croupier.domain.games.blackjack.state import BlackjackTable, Hand, Steps
from croupier.domain.games.blackjack.values import is_bust, total
from croupier.domain.table.bank.banker import banker_in


def show(table: BlackjackTable, hand: Hand) -> Steps:
    """The hand is turned up, so that everybody sees what the settlement goes by."""
    cards = cards_of(table, hand.cards)
    return (yield HandShown(hand.seat, hand.number, cards, total(cards)))


def collect(table: BlackjackTable, hand: Hand, rule: int, times: int = 1) -> Steps:
    """The banker takes so many times the stake, beyond it what the player's stack holds (table stakes)."""
    stack = table.seats[hand.seat].stack
    more = min(hand.stake * (times - 1), stack)
    return (yield _settled(table, hand, "lost", rule, -hand.stake - more, stack - more))


def pay(table: BlackjackTable, hand: Hand, rule: int, times: int = 1) -> Steps:
    """The banker pays so many times the stake, or what he has left; the stake comes back with it."""
    due, bank = hand.stake * times, table.seats[banker_in(table)].stack
    profit = min(due, bank)
    outcome: Outcome = "won" if profit == due else "paid-short" if profit else "returned"
    stack = table.seats[hand.seat].stack + hand.stake + profit
    return (yield _settled(table, hand, outcome, rule, profit, stack))


def give_back(table: BlackjackTable, hand: Hand, rule: int) -> Steps:
    """The stake comes back."""
    stack = table.seats[hand.seat].stack + hand.stake
    return (yield _settled(table, hand, "returned", rule, 0, stack))


def _settled(
    table: BlackjackTable, hand: Hand, outcome: Outcome, rule: int, profit: int, stack: int
) -> HandSettled:
    bank = table.seats[banker_in(table)].stack - profit
    return HandSettled(hand.seat, hand.number, outcome, rule, hand.stake, profit, stack, bank)


def settle_against_banker(table: BlackjackTable) -> Steps:
    """Rule 12: losers are collected first, then winners paid, each from the banker's left.

    Over 21 the banker pays every remaining hand; else he takes what counts as much as his or less. His own
    five cards or more give him nothing (rule 17). Rule 26: a bust that was not declared pays twice, even to
    a banker who is bust.
    """
    own = total(cards_of(table, table.play.own))
    for hand in live(table.play):
        table = yield from show(table, hand)
    for hand in live(table.play):
        cards = cards_of(table, hand.cards)
        if is_bust(cards):
            table = yield from collect(table, hand, 26, times=2)
        elif total(cards) <= own <= 21:
            table = yield from collect(table, hand, 12)
    for hand in live(table.play):
        table = yield from pay(table, hand, 12)
    return table
