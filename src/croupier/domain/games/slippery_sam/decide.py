"""How the commands of Slippery Sam are decided."""

from typing import assert_never

from croupier.domain.decider import Given
from croupier.domain.games.slippery_sam.banking import banker_at, lose_bank, put_up_bank
from croupier.domain.games.slippery_sam.commands import Bet, BuyUpcard, Pass, SlipperySamCommand, StartRound
from croupier.domain.games.slippery_sam.rounds import start_round
from croupier.domain.games.slippery_sam.state import SlipperySamTable, Steps, turn_of
from croupier.domain.games.slippery_sam.turns import bet, buy_upcard, let_pass, pass_turn
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.bank.waiting import awaited_banker
from croupier.domain.table.clock import Awaited
from croupier.domain.table.order import leftward


def decide(command: SlipperySamCommand, table: SlipperySamTable, given: Given) -> Steps:
    """Decide a command of the game. Raises `Rejected` by the rules' codes."""
    by = table.by(given.actor)
    match command:
        case SetBank():
            return put_up_bank(command, table, by)
        case StartRound():
            return start_round(table, by, given)
        case Bet():
            return bet(command, table, by)
        case BuyUpcard():
            return buy_upcard(table, by)
        case Pass():
            return pass_turn(table, by)
        case _:
            assert_never(command)


def awaits(table: SlipperySamTable) -> Awaited | None:
    """The seat in turn; between rounds the banker, to put up his bank or to deal (time out)."""
    if not table.in_round:
        return awaited_banker(table, banker_at(table), leftward)
    return Awaited(turn_of(table).seat, "turn")


def expire(table: SlipperySamTable, given: Given) -> Steps:
    """The seat in turn passes, also where it may not itself; a late banker loses the bank (time out)."""
    return let_pass(table) if table.in_round else lose_bank(table)
