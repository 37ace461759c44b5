"""Passing the bank on."""

from collections.abc import Generator

from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.bank.events import BankerNamed, BankPassed, PassingEvent
from croupier.domain.table.bank.first import named_banker
from croupier.domain.table.order import Order
from croupier.domain.table.state import AnyTable, Seat, T

Steps = Generator[PassingEvent, T, T]


def pass_bank(table: T, order: Order, rule: int | None) -> Steps[T]:
    """The banker takes the bank, and it passes to the next seat in the order that has chips.

    Seats with an empty stack can't bank and are skipped (conventions), and so are those that leave when the
    round ends. With nobody else to bank it stays with him if he has chips, else with nobody.
    """
    seat = banker_in(table)
    stack = table.seats[seat].stack + table.bank
    to = next_banker(table, order, seat) or (seat if stack else None)
    return (yield BankPassed(seat, to, table.bank, stack, rule))


def leave_bank(table: T, order: Order, seat: int) -> Steps[T]:
    """The seat is about to leave: if it banks, it takes the bank, which passes to another or to nobody.

    So does the seat that a test table names to bank first, though it has given no command yet.
    """
    if table.banker is None and named_banker(table) == seat:
        table = yield BankerNamed(seat)
    if table.banker != seat:
        return table
    stack = table.seats[seat].stack + table.bank
    return (yield BankPassed(seat, next_banker(table, order, seat), table.bank, stack, None))


def next_banker(table: AnyTable, order: Order, after: int) -> int | None:
    """The next seat in the order that has chips to bank with and stays; None when there is none."""
    return next((seat for seat in order(table.seats, after) if _can_bank(table.seats[seat])), None)


def _can_bank(seat: Seat) -> bool:
    return seat.stack > 0 and not seat.leaving
