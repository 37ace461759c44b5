"""The bank: who has it, setting it apart, adding to it, and its passing (rules 1, 3, 12, 13)."""

from typing import Final

from croupier.domain.decider import Rejected
from croupier.domain.games.fan_tan.commands import AddToBank
from croupier.domain.games.fan_tan.state import FanTanTable, Steps
from croupier.domain.table.bank.banker import require_banker
from croupier.domain.table.bank.first import banker_of, highest_cut, name_first_banker
from croupier.domain.table.bank.passing import leave_bank, pass_bank
from croupier.domain.table.bank.setting import SetBank, add_to_bank, set_bank
from croupier.domain.table.bank.waiting import awaited_banker
from croupier.domain.table.order import leftward
from croupier.domain.table.state import By

FEWEST: Final = 2
"""A banker and one to bet against him."""


def banker_at(table: FanTanTable) -> int | None:
    """Rule 1: the seat that banks, or will by the cut that the first command brings; None while none can."""
    return banker_of(table, highest_cut)


def set_bank_apart(command: SetBank, table: FanTanTable, by: By) -> Steps:
    """Rules 1 and 3: the banker, the first by the highest cut, sets his bank at the start of his term."""
    if table.in_round or table.bank:
        raise Rejected("wrong-phase", "the bank is set once, at the start of a term", 3)
    table = yield from name_first_banker(table, highest_cut)
    require_banker(table, by, 3)
    return (yield from set_bank(table, command.amount, table.limits.min, 3))


def may_add(table: FanTanTable) -> bool:
    """Rule 3: the bank is added to between two rounds of one term."""
    return not table.in_round and table.play.rounds > 0


def add(command: AddToBank, table: FanTanTable, by: By) -> Steps:
    """Rule 3: before a later round of his term the banker adds any amount; nothing can be taken out."""
    if not may_add(table):
        raise Rejected("wrong-phase", "the bank is added to before a later round of a term", 3)
    require_banker(table, by, 3)
    return (yield from add_to_bank(table, command.amount, 3))


def pass_on(table: FanTanTable) -> Steps:
    """Rules 12 and 13: after the rounds of a term, or at once when it is exhausted, the bank passes left."""
    if not table.bank:
        return (yield from pass_bank(table, leftward, 13))
    if table.play.rounds >= table.rules.rounds_per_bank:
        return (yield from pass_bank(table, leftward, 12))
    return table


def lose_bank(table: FanTanTable) -> Steps:
    """A banker who neither sets his bank nor starts the round in time loses it (conventions: time out).

    Nobody is waited for while there is nobody to play with, or nobody else who could bank.
    """
    if awaited_banker(table, banker_at(table), leftward) is None:
        raise Rejected("wrong-phase", "nobody is waited for")
    table = yield from name_first_banker(table, highest_cut)
    return (yield from pass_bank(table, leftward, None))


def vacate(table: FanTanTable, seat: int) -> Steps:
    """A banker who leaves takes his bank with him, and passes it to the left."""
    return leave_bank(table, leftward, seat)
