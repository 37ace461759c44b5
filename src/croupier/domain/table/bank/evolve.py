"""How the events of a rotating bank change its table. Nothing here refuses."""

from typing import Final

from msgspec.structs import replace

from croupier.domain.decider import Evolve
from croupier.domain.table.bank.events import BankerNamed, BankPassed, BankSet, CardDrawn
from croupier.domain.table.state import T, with_stack


def _drawn(table: T, event: CardDrawn) -> T:
    return table


def _named(table: T, event: BankerNamed) -> T:
    return replace(table, banker=event.seat)


def _set(table: T, event: BankSet) -> T:
    return with_stack(table, event.seat, event.stack, bank=event.bank)


def bank_passed(table: T, event: BankPassed) -> T:
    """The table when what is left of the bank has gone back to its banker, and another banks."""
    return with_stack(table, event.seat, event.stack, banker=event.to, bank=0)


EVOLVE_BANK: Final[Evolve] = {
    CardDrawn: _drawn,
    BankerNamed: _named,
    BankSet: _set,
    BankPassed: bank_passed,
}
"""What each event of a bank does to the table."""
