"""What the events of a rotating bank mean, in sentences and arithmetic."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.explaining import Explanation, Sentences, told, total
from croupier.domain.table.bank.events import BankerNamed, BankPassed, BankSet, CardDrawn
from croupier.domain.table.state import AnyTable

SENTENCES: Final[Sentences] = {
    CardDrawn: "seat {seat} draws {card} for the first bank",
    BankerNamed: "seat {seat} banks first",
    BankSet: "seat {seat} puts {amount} into the bank, which holds {bank} now",
    BankPassed: "the bank passes from seat {seat} to seat {to}; the old banker takes {taken} out of it",
}


def explain_bank(table: AnyTable, event: Struct) -> Explanation:
    """What the event means at the table, as it stood before; sentences alone for what is none of a bank's."""
    said = told(SENTENCES, event)
    match event:
        case BankSet(seat, amount):
            lines = (total("bank", table.bank, amount), total("stack", table.seats[seat].stack, -amount))
            return replace(said, lines=lines)
        case BankPassed(seat):
            stack = table.seats[seat].stack
            taken = (total("taken", table.bank),) if table.bank else ()
            return replace(said, lines=(*taken, total("stack", stack, table.bank)))
        case _:
            return said
