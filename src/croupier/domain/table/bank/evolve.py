"""How the events of a rotating bank change its table. Nothing here refuses."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.table.bank.events import BankerNamed, BankEvent, BankPassed, BankSet, CardDrawn
from croupier.domain.table.state import T, with_stack


def evolve_bank(table: T, event: BankEvent) -> T:
    """The table after the event."""
    match event:
        case CardDrawn():
            return table
        case BankerNamed():
            return replace(table, banker=event.seat)
        case BankSet():
            return replace(with_stack(table, event.seat, event.stack), bank=event.bank)
        case BankPassed():
            table = with_stack(table, event.seat, event.stack)
            return replace(table, banker=event.to, bank=0)
        case _:
            assert_never(event)
