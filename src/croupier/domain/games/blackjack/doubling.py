"""Doubling and redoubling: two becomes four becomes eight (rule 6)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.blackjack.course import carry_on
from croupier.domain.games.blackjack.events.stakes import (
    BankerDoubled,
    DoubleDeclined,
    RedoubleDeclined,
    StakeDoubled,
    StakeRedoubled,
)
from croupier.domain.games.blackjack.hands import live, live_of
from croupier.domain.games.blackjack.phases import phase_of, redoubler
from croupier.domain.games.blackjack.state import BlackjackTable, Steps
from croupier.domain.table.bank.banker import banker_in, require_banker
from croupier.domain.table.state import By


def double(table: BlackjackTable, by: By) -> Steps:
    """Rule 6: the banker doubles all stakes; who can't cover that puts in what he has left."""
    _require_banker(table, by)
    table = yield BankerDoubled(banker_in(table))
    for hand in live(table.play):
        stack = table.seats[hand.seat].stack
        added = min(hand.stake, stack)
        table = yield StakeDoubled(hand.seat, hand.number, added, hand.stake + added, stack - added)
    return (yield from carry_on(table))


def decline_double(table: BlackjackTable, by: By) -> Steps:
    """Rule 6: without a double there is no redouble, and the second card follows."""
    _require_banker(table, by)
    return (yield from leave_stakes(table))


def leave_stakes(table: BlackjackTable) -> Steps:
    """The banker, or the clock for him, leaves the stakes as they are."""
    table = yield DoubleDeclined(banker_in(table))
    return (yield from carry_on(table))


def redouble(table: BlackjackTable, by: By) -> Steps:
    """Rule 6: each in turn may double his own stake once more, by the full amount only."""
    seat = _require_turn(table, by)
    needed, stack = price_of_redouble(table, seat), table.seats[seat].stack
    if needed > stack:
        raise Rejected("insufficient-chips", f"that takes {needed}, your stack is {stack}", 6)
    for hand in live_of(table.play, seat):
        stack = table.seats[seat].stack - hand.stake
        table = yield StakeRedoubled(seat, hand.number, hand.stake, 2 * hand.stake, stack)
    return (yield from carry_on(table))


def price_of_redouble(table: BlackjackTable, seat: int) -> int:
    """What doubling all of the seat's stakes takes."""
    return sum(hand.stake for hand in live_of(table.play, seat))


def decline_redouble(table: BlackjackTable, by: By) -> Steps:
    """Rule 6: the player in turn leaves his stake as it is."""
    return keep_stake(table, _require_turn(table, by))


def keep_stake(table: BlackjackTable, seat: int) -> Steps:
    """The seat, or the clock for it, leaves its stakes as they are."""
    table = yield RedoubleDeclined(seat)
    return (yield from carry_on(table))


def _require_banker(table: BlackjackTable, by: By) -> None:
    if phase_of(table) != "doubling":
        raise Rejected("wrong-phase", "the banker doubles when all have staked, once", 6)
    require_banker(table, by, 6)


def _require_turn(table: BlackjackTable, by: By) -> int:
    if phase_of(table) != "redoubling":
        raise Rejected("wrong-phase", "stakes are redoubled after the banker's double only", 6)
    seat = redoubler(table.play)
    assert seat is not None
    if by != seat:
        raise Rejected("not-your-turn", f"it is the turn of seat {seat}", 6)
    return seat
