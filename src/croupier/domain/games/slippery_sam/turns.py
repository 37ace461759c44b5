"""The turn of a seat: to bet, to refuse the upcard, or to pass (rules 6-8)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.slippery_sam.bounds import least_bet, may_pass, refusals_left
from croupier.domain.games.slippery_sam.commands import Bet
from croupier.domain.games.slippery_sam.events import BetPlaced, TurnPassed, UpcardRefused
from croupier.domain.games.slippery_sam.rounds import go_on, turn_upcard
from croupier.domain.games.slippery_sam.settlement import settle
from croupier.domain.games.slippery_sam.state import SlipperySamTable, Steps, turn_of, upcard_of
from croupier.domain.table.state import By


def bet(command: Bet, table: SlipperySamTable, by: By) -> Steps:
    """Rule 6: a bet against the upcard, from the least bet to the whole bank; it is settled at once."""
    _require_round(table)
    if by == table.banker:
        raise Rejected("banker-may-not-bet", "you bank and do not bet", 6)
    seat = _require_turn(table, by)
    stack, stake = table.seats[seat].stack, command.stake
    if stake < least_bet(table):
        raise Rejected("stake-below-minimum", f"the least bet is {least_bet(table)}", 6)
    if stake > table.bank:
        raise Rejected("stake-above-maximum", f"the bank holds {table.bank}", 6)
    if stake > stack:
        raise Rejected("insufficient-chips", f"your stack is {stack}", 6)
    table = yield BetPlaced(seat, upcard_of(table), stake, stack - stake)
    table = yield from settle(table)
    return (yield from go_on(table, seat))


def buy_upcard(table: SlipperySamTable, by: By) -> Steps:
    """Rule 7: the upcard is discarded for the price of the turn, paid into the bank, and a new one turned."""
    _require_round(table)
    seat = _require_turn(table, by)
    turn, stack = turn_of(table), table.seats[seat].stack
    if not refusals_left(table):
        raise Rejected("no-more-refusals", f"you have refused {turn.refusals} upcards: bet or pass", 8)
    if turn.price > stack:
        raise Rejected("insufficient-chips", f"a new upcard costs {turn.price}, your stack is {stack}", 7)
    bank = table.bank + turn.price
    table = yield UpcardRefused(
        seat, upcard_of(table), turn.refusals + 1, turn.price, stack - turn.price, bank
    )
    return (yield from turn_upcard(table, 7))


def pass_turn(table: SlipperySamTable, by: By) -> Steps:
    """Rule 8: nobody passes before his last refusal who could still bet or buy."""
    _require_round(table)
    _require_turn(table, by)
    if not may_pass(table):
        raise Rejected("may-not-pass", "you pass after your last refusal only: bet or buy an upcard", 8)
    return (yield from let_pass(table))


def let_pass(table: SlipperySamTable) -> Steps:
    """Rule 8: the seat in turn neither bets nor buys; the clock may do so for it at any time."""
    seat = turn_of(table).seat
    table = yield TurnPassed(seat, 8)
    return (yield from go_on(table, seat))


def _require_round(table: SlipperySamTable) -> None:
    if not table.in_round:
        raise Rejected("wrong-phase", "no hands have been dealt", 6)


def _require_turn(table: SlipperySamTable, by: By) -> int:
    """Rule 6: each in turn, from the banker's left. The seat, if it is its turn."""
    seat = turn_of(table).seat
    if by != seat:
        raise Rejected("not-your-turn", f"it is the turn of seat {seat}", 6)
    return seat
