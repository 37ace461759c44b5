"""Bets against the banker: stake and cover (rules 3, 6, 18, 19)."""

from croupier.domain.decider import Rejected
from croupier.domain.games.skinball.commands import BetCommand, Cover, NameStake
from croupier.domain.games.skinball.events import StakeCovered, StakeNamed
from croupier.domain.games.skinball.state import CoverDue, SkinballTable, StakeDue, Steps, stakes_are_open
from croupier.domain.table.bank.banker import banker_in, require_banker
from croupier.domain.table.state import HOUSE, By


def decide_bet(command: BetCommand, table: SkinballTable, by: By) -> Steps:
    """Decide a stake or its cover."""
    match command:
        case NameStake():
            return _stake(command, table, by)
        case Cover():
            return _cover(command, table, by)


def require_player(table: SkinballTable, by: By, rule: int) -> int:
    """The seat of a player. Raises `Rejected`: `not-your-turn` for the house, `banker-may-not-bet`."""
    if by == HOUSE:
        raise Rejected("not-your-turn", "the house does not play", rule)
    if by == table.banker:
        raise Rejected("banker-may-not-bet", "the banker does not bet, he covers", rule)
    return by


def stake_bounds(table: SkinballTable, seat: int) -> tuple[int, int]:
    """Rules 3 and 6: the least and the greatest stake of a seat with a card that it may bet on.

    It has chips: a card goes to nobody without (rule 12), and who kept one (rule 18) has won on it. decided:
    who has less than the minimum stakes all that he has, as he does when his time is out.
    """
    stack, limits = table.seats[seat].stack, table.limits
    return min(limits.min, stack), min(limits.max, stack)


def cover_bounds(table: SkinballTable, due: CoverDue) -> tuple[int, int]:
    """Rule 6: from 1 up to the stake, or the banker's stack if that is less."""
    return 1, min(due.stake, table.seats[banker_in(table)].stack)


def may_stake_again(table: SkinballTable, seat: int) -> bool:
    """Rule 18: who kept a card may bet on it against the banker's new one, and need not."""
    held = table.play.cards.get(seat)
    return stakes_are_open(table) and held is not None and not held.stake


def name_stake(table: SkinballTable, seat: int, amount: int) -> Steps:
    """The seat puts its stake on its card, where it waits for the cover."""
    stack = table.seats[seat].stack - amount
    return (yield StakeNamed(seat, table.play.cards[seat].card, amount, stack))


def cover_stake(table: SkinballTable, due: CoverDue, amount: int) -> Steps:
    """The banker puts as much beside it; what he leaves uncovered goes back to the seat."""
    banker = banker_in(table)
    stack = table.seats[due.seat].stack + due.stake - amount
    bank = table.seats[banker].stack - amount
    card = table.play.cards[due.seat].card
    return (yield StakeCovered(due.seat, card, due.stake, amount, stack, banker, bank))


def _stake(command: NameStake, table: SkinballTable, by: By) -> Steps:
    due = table.play.pending
    if not isinstance(due, StakeDue) and not stakes_are_open(table):
        raise Rejected("wrong-phase", "no stake can be named now", 6)
    seat = require_player(table, by, 6)
    if isinstance(due, StakeDue) and seat != due.seat:
        raise Rejected("not-your-turn", f"seat {due.seat} has to name its stake", 6)
    if due is None and not may_stake_again(table, seat):
        raise Rejected("wrong-phase", "you have no card without a live bet on it", 18)
    least, greatest = stake_bounds(table, seat)
    if command.amount < least:
        raise Rejected("stake-below-minimum", f"the least stake is {least}", 3)
    if command.amount > table.limits.max:
        raise Rejected("stake-above-maximum", f"the greatest stake is {table.limits.max}", 3)
    if command.amount > greatest:
        raise Rejected("insufficient-chips", f"your stack is {greatest}", 6)
    return name_stake(table, seat, command.amount)


def _cover(command: Cover, table: SkinballTable, by: By) -> Steps:
    """Rule 6: also below the minimum; the player can't withdraw."""
    due = table.play.pending
    if not isinstance(due, CoverDue):
        raise Rejected("wrong-phase", "no stake is to be covered", 6)
    require_banker(table, by, 6)
    least, greatest = cover_bounds(table, due)
    if command.amount < least:
        raise Rejected("stake-below-minimum", "a stake is covered with 1 or more", 6)
    if command.amount > due.stake:
        raise Rejected("cover-above-stake", f"the stake is {due.stake}", 6)
    if command.amount > greatest:
        raise Rejected("insufficient-chips", f"your stack is {greatest}", 6)
    return cover_stake(table, due, command.amount)
