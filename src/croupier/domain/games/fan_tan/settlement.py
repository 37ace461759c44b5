"""Settling the bets (rules 10, 11)."""

from croupier.domain.games.fan_tan.events import BetSettled, Outcome
from croupier.domain.games.fan_tan.layout import price, wins
from croupier.domain.games.fan_tan.state import Bet, FanTanTable, Steps
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.order import leftward


def settle(table: FanTanTable, number: int) -> Steps:
    """Rule 10: the losing bets are collected into the bank first, then the winners are paid out of it."""
    bets = _in_order(table)
    for bet in bets:
        if not wins(bet.on, number):
            table = yield _lost(bet, table)
    for bet in bets:
        if wins(bet.on, number):
            table = yield _won(bet, table)
    return table


def _in_order(table: FanTanTable) -> list[Bet]:
    """Rule 10: from the banker's left round the table, within a player in the order of placing."""
    turns = {seat: turn for turn, seat in enumerate(leftward(table.seats, banker_in(table)))}
    return sorted(table.play.bets, key=lambda bet: (turns[bet.seat], bet.bet))


def _lost(bet: Bet, table: FanTanTable) -> BetSettled:
    stack, bank = table.seats[bet.seat].stack, table.bank + bet.stake
    return BetSettled(bet.seat, bet.bet, bet.on, "lost", 10, bet.stake, -bet.stake, bank, stack)


def _won(bet: Bet, table: FanTanTable) -> BetSettled:
    """Rule 11: the bet on which the bank runs out is paid what is left, later ones are returned."""
    due = bet.stake * price(bet.on)
    paid = min(due, table.bank)
    outcome: Outcome = "won" if paid == due else "paid-short" if paid else "returned"
    rule = 10 if paid == due else 11
    stack, bank = table.seats[bet.seat].stack + bet.stake + paid, table.bank - paid
    return BetSettled(bet.seat, bet.bet, bet.on, outcome, rule, bet.stake, paid, bank, stack)
