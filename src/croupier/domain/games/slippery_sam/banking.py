"""The bank between rounds: who has it, putting it up, and losing it (rules 1, 3)."""

from typing import Final

from croupier.domain.decider import Rejected
from croupier.domain.games.slippery_sam.state import SlipperySamTable, Steps
from croupier.domain.table.bank.banker import require_banker
from croupier.domain.table.bank.first import banker_of, highest_cut, name_first_banker
from croupier.domain.table.bank.passing import leave_bank, pass_bank
from croupier.domain.table.bank.setting import SetBank, set_bank
from croupier.domain.table.bank.waiting import awaited_banker
from croupier.domain.table.order import leftward
from croupier.domain.table.state import By

FEWEST: Final = 2
"""A banker and one to bet against him."""


def banker_at(table: SlipperySamTable) -> int | None:
    """Rule 1: the seat that banks, or will by the cut that the first command brings; None while none can."""
    return banker_of(table, highest_cut)


def put_up_bank(command: SetBank, table: SlipperySamTable, by: By) -> Steps:
    """Rules 1 and 3: the banker, the first by the highest cut, puts up the bank once before the deal."""
    if table.in_round or table.bank:
        raise Rejected("wrong-phase", "the bank has been put up", 3)
    table = yield from name_first_banker(table, highest_cut)
    require_banker(table, by, 3)
    return (yield from set_bank(table, command.amount, table.limits.min, 3))


def lose_bank(table: SlipperySamTable) -> Steps:
    """A banker who is late with his bank or the deal loses the bank to the left (conventions: time out).

    Nobody is waited for while there is nobody to play with, or nobody else who could bank.
    """
    if awaited_banker(table, banker_at(table), leftward) is None:
        raise Rejected("wrong-phase", "nobody is waited for")
    table = yield from name_first_banker(table, highest_cut)
    return (yield from pass_bank(table, leftward, None))


def vacate(table: SlipperySamTable, seat: int) -> Steps:
    """A banker who leaves takes his bank with him, and passes it to the left."""
    return leave_bank(table, leftward, seat)
