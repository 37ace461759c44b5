"""Setting a bank apart from the banker's stack."""

from collections.abc import Generator

from croupier.domain.amounts import Stake
from croupier.domain.decider import Command, Rejected
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.bank.events import BankEvent, BankSet
from croupier.domain.table.state import T

Steps = Generator[BankEvent, T, T]


class SetBank(Command, frozen=True, tag="set-bank"):
    """The banker puts up his bank: at least the minimum, or his whole stack if that is less (rule 3)."""

    amount: Stake


def set_bank(table: T, amount: int, least: int, rule: int) -> Steps[T]:
    """The banker puts `amount` up: `least` or more, or his whole stack if that is less.

    Raises `Rejected`: `stake-below-minimum`, `insufficient-chips`.
    """
    seat = banker_in(table)
    stack = table.seats[seat].stack
    if amount < min(least, stack):
        raise Rejected("stake-below-minimum", f"the least bank is {min(least, stack)}", rule)
    return (yield from add_to_bank(table, amount, rule))


def add_to_bank(table: T, amount: int, rule: int) -> Steps[T]:
    """The banker adds `amount`, 1 or more, to what his bank holds.

    Raises `Rejected`: `stake-below-minimum`, `insufficient-chips`.
    """
    seat = banker_in(table)
    stack = table.seats[seat].stack
    if amount < 1:
        raise Rejected("stake-below-minimum", "at least one chip is added", rule)
    if amount > stack:
        raise Rejected("insufficient-chips", f"your stack is {stack}", rule)
    return (yield BankSet(seat, amount, table.bank + amount, stack - amount))
