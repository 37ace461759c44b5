"""How the commands of fan-tan are decided."""

from typing import assert_never

from croupier.domain.decider import Given
from croupier.domain.games.fan_tan.banking import add, banker_at, lose_bank, set_bank_apart
from croupier.domain.games.fan_tan.bets import place_bet, withdraw_bet
from croupier.domain.games.fan_tan.commands import (
    AddToBank,
    Cut,
    FanTanCommand,
    PlaceBet,
    StartRound,
    WithdrawBet,
)
from croupier.domain.games.fan_tan.rounds import close_bets, cut, start_round
from croupier.domain.games.fan_tan.state import FanTanTable, Steps
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.bank.setting import SetBank
from croupier.domain.table.bank.waiting import awaited_banker
from croupier.domain.table.clock import Awaited
from croupier.domain.table.order import leftward


def decide(command: FanTanCommand, table: FanTanTable, given: Given) -> Steps:
    """Decide a command of the game. Raises `Rejected` by the rules' codes."""
    by = table.by(given.actor)
    match command:
        case SetBank():
            return set_bank_apart(command, table, by)
        case AddToBank():
            return add(command, table, by)
        case StartRound():
            return start_round(table, by, given)
        case PlaceBet():
            return place_bet(command, table, by)
        case WithdrawBet():
            return withdraw_bet(command, table, by)
        case Cut():
            return cut(table, by)
        case _:
            assert_never(command)


def awaits(table: FanTanTable) -> Awaited | None:
    """The banker: to cut in a round, between rounds to set his bank or start the next (time out)."""
    if not table.in_round:
        return awaited_banker(table, banker_at(table), leftward)
    return Awaited(banker_in(table), "bank")


def expire(table: FanTanTable, given: Given) -> Steps:
    """In a round the cut is made for the banker; between rounds he loses the bank (rule 8, time out)."""
    return close_bets(table) if table.in_round else lose_bank(table)
