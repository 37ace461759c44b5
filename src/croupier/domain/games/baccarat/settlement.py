"""Settling a coup (rules 9, 10, 12)."""

from operator import attrgetter

from croupier.domain.amounts import charge
from croupier.domain.games.baccarat.commands import BaccaratRules, BoxName
from croupier.domain.games.baccarat.events import BetSettled
from croupier.domain.games.baccarat.state import BaccaratTable, Bet, Steps


def settle(table: BaccaratTable) -> Steps:
    """Rule 12: by seat number, within a seat in the order of placing."""
    coup = table.play.coup
    assert coup
    assert coup.winner
    for bet in sorted(table.play.bets, key=attrgetter("seat")):
        table = yield _settled(bet, coup.winner, table)
    return table


def _settled(bet: Bet, winner: BoxName, table: BaccaratTable) -> BetSettled:
    stack = table.seats[bet.seat].stack
    if bet.on == winner:
        gross, charged = payout(bet.on, bet.stake, table.rules)
        profit = gross - charged
        return BetSettled(bet.seat, bet.on, "won", 9, bet.stake, profit, charged, stack + bet.stake + profit)
    if winner == "tie":
        return BetSettled(bet.seat, bet.on, "returned", 10, bet.stake, 0, 0, stack + bet.stake)
    return BetSettled(bet.seat, bet.on, "lost", 9, bet.stake, -bet.stake, 0, stack)


def payout(on: BoxName, stake: int, rules: BaccaratRules) -> tuple[int, int]:
    """What a won bet pays before the charge, and the charge (rule 9)."""
    match on:
        case "player":
            return stake, 0
        case "banker":
            return stake, charge(stake, rules.commission_percent)
        case "tie":
            return stake * rules.tie_pays, 0
