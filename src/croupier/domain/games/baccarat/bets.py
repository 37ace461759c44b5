"""Placing and withdrawing bets (rule 1)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.baccarat.commands import BOXES, BoxName, PlaceBet, WithdrawBet
from croupier.domain.games.baccarat.events import BetPlaced, BetWithdrawn
from croupier.domain.games.baccarat.state import BaccaratTable, Steps
from croupier.domain.table.state import HOUSE, By


def place_bet(command: PlaceBet, table: BaccaratTable, by: By) -> Steps:
    """Rule 1: a bet within the limits; a second one on the box adds to it, and the sum obeys `max`."""
    seat = _require_bettor(table, by)
    on = _box(command.on)
    stack = table.seats[seat].stack
    bet = table.play.bet(seat, on)
    total = command.stake + (bet.stake if bet else 0)
    if command.stake < table.limits.min:
        raise Rejected("stake-below-minimum", f"the least bet is {table.limits.min}", 1)
    if total > table.limits.max:
        raise Rejected("stake-above-maximum", f"the most on one box is {table.limits.max}", 1)
    if command.stake > stack:
        raise Rejected("insufficient-chips", f"your stack is {stack}", 1)
    return (yield BetPlaced(seat, on, command.stake, total, stack - command.stake))


def withdraw_bet(command: WithdrawBet, table: BaccaratTable, by: By) -> Steps:
    """Rule 1: until the deal a bet may be taken back, whole."""
    seat = _require_bettor(table, by)
    bet = table.play.bet(seat, _box(command.on))
    if bet is None:
        raise Rejected("unknown-target", f"you have no bet on {command.on}", 1)
    return (yield BetWithdrawn(seat, bet.on, bet.stake, table.seats[seat].stack + bet.stake))


def _require_bettor(table: BaccaratTable, by: By) -> int:
    if not table.in_round:
        raise Rejected("wrong-phase", "bets are open between start-round and deal only", 1)
    if by == HOUSE:
        raise Rejected("banker-may-not-bet", "the house banks and does not bet", 1)
    return by


def _box(name: str) -> BoxName:
    if name not in BOXES:
        raise Rejected("unknown-target", f"there is no box {name!r}, only player, banker and tie", 1)
    return name
