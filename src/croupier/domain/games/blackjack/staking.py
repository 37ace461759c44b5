"""Staking (rule 5)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.blackjack.commands import Stake
from croupier.domain.games.blackjack.course import carry_on
from croupier.domain.games.blackjack.events.stakes import StakePlaced
from croupier.domain.games.blackjack.hands import accident_of, live_of
from croupier.domain.games.blackjack.phases import phase_of, staker
from croupier.domain.games.blackjack.state import BlackjackTable, Steps
from croupier.domain.table.state import By


def stake(command: Stake, table: BlackjackTable, by: By) -> Steps:
    """Rule 5: each in turn from the left stakes within the limits, the same on each of two hands (22)."""
    if phase_of(table) != "staking" or accident_of(table.play, by):
        raise Rejected("wrong-phase", "nothing can be staked now", 5)
    if by == table.banker:
        raise Rejected("banker-may-not-bet", "you bank and do not stake", 5)
    seat = staker(table.play)
    if seat is None or by != seat:
        raise Rejected("not-your-turn", "it is not your turn to stake", 5)
    _check_amount(table, seat, command.amount)
    return (yield from place(table, seat, command.amount))


def _check_amount(table: BlackjackTable, seat: int, amount: int) -> None:
    limits, stack = table.limits, table.seats[seat].stack
    hands = len(live_of(table.play, seat))
    if amount < limits.min:
        raise Rejected("stake-below-minimum", f"the least stake is {limits.min}", 5)
    if amount > limits.max:
        raise Rejected("stake-above-maximum", f"the greatest stake is {limits.max}", 5)
    if amount * hands > stack:
        raise Rejected("insufficient-chips", f"your stack is {stack}, for {hands} hands", 5)


def place(table: BlackjackTable, seat: int, amount: int) -> Steps:
    """The seat lays the amount on each of its hands; the clock lays the minimum (time out)."""
    for hand in live_of(table.play, seat):
        left = table.seats[seat].stack - amount
        table = yield StakePlaced(seat, hand.number, amount, left)
    return (yield from carry_on(table))
