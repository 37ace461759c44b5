"""Placing and withdrawing bets (rules 5, 6)."""

from typing import Final

from croupier.domain.decider import Rejected
from croupier.domain.games.fan_tan.commands import PlaceBet, WithdrawBet
from croupier.domain.games.fan_tan.events import BetPlaced, BetWithdrawn
from croupier.domain.games.fan_tan.layout import SPOTS, Spot, spot
from croupier.domain.games.fan_tan.state import FanTanTable, Steps
from croupier.domain.table.state import HOUSE, By

MOST_BETS: Final = 280
"""The bets of a round that one record of 65,535 bytes holds when they are all settled in it."""

_KEPT_FREE: Final = 8
"""Of those, how many are kept free for each player until he has placed them."""


def place_bet(command: PlaceBet, table: FanTanTable, by: By) -> Steps:
    """Rules 5 and 6: one more bet on a corner or a side, within the limits, whatever lies there already."""
    seat = _require_bettor(table, by)
    on = _spot(command.on)
    stack, stake = table.seats[seat].stack, command.stake
    if not may_bet_more(table, seat):
        raise Rejected("too-many-bets", f"no more than {MOST_BETS} bets are settled at once", 6)
    if stake < table.limits.min:
        raise Rejected("stake-below-minimum", f"the least bet is {table.limits.min}", 6)
    if stake > table.limits.max:
        raise Rejected("stake-above-maximum", f"the greatest bet is {table.limits.max}", 6)
    if stake > stack:
        raise Rejected("insufficient-chips", f"your stack is {stack}", 6)
    return (yield BetPlaced(seat, table.play.placed + 1, on, stake, stack - stake))


def withdraw_bet(command: WithdrawBet, table: FanTanTable, by: By) -> Steps:
    """Rule 6: until the cut a bet may be taken back, whole, by its number in the round."""
    seat = _require_bettor(table, by)
    bet = table.play.bet(seat, command.bet)
    if bet is None:
        raise Rejected("unknown-target", f"you have no bet number {command.bet}", 6)
    return (yield BetWithdrawn(seat, bet.bet, bet.on, bet.stake, table.seats[seat].stack + bet.stake))


def may_bet_more(table: FanTanTable, seat: int) -> bool:
    """Whether one more bet of the seat can be settled at once with all others, and with those kept free."""
    others = (len(table.play.bets_of(other)) for other in table.seats if other not in (seat, table.banker))
    free = sum(max(0, _KEPT_FREE - bets) for bets in others)
    return len(table.play.bets) + free < MOST_BETS


def _require_bettor(table: FanTanTable, by: By) -> int:
    """Rule 6: every player but the banker bets, between the start of a round and its cut."""
    if not table.in_round:
        raise Rejected("wrong-phase", "bets are open between start-round and cut only", 6)
    if by == HOUSE:
        raise Rejected("not-seated", "the house has no seat", 6)
    if by == table.banker:
        raise Rejected("banker-may-not-bet", "you bank and do not bet", 6)
    return by


def _spot(name: str) -> Spot:
    on = spot(name)
    if on is None:
        raise Rejected("unknown-target", f"there is no spot {name!r}, only {', '.join(SPOTS)}", 5)
    return on
