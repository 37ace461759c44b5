"""What the events of fan-tan mean, in sentences and arithmetic."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.explaining import (
    Explanation,
    Line,
    Placed,
    Sentences,
    against,
    least,
    result,
    times,
    told,
    total,
)
from croupier.domain.games.fan_tan.events import BetPlaced, BetSettled, BetWithdrawn, PackCut
from croupier.domain.games.fan_tan.layout import price
from croupier.domain.games.fan_tan.state import FanTanTable
from croupier.domain.table.bank.explaining import explain_bank

_SENTENCES: Final[Sentences] = {
    BetPlaced: "seat {seat} makes bet {bet}: {stake} on {on}",
    BetWithdrawn: "seat {seat} takes bet {bet}, {stake} on {on}, back",
    PackCut: "seat {seat} cuts {size} cards off, and {number} wins",
    BetSettled: "bet {bet} of seat {seat}, {stake} on {on}, is {outcome}",
}


def explain(table: FanTanTable, event: Struct) -> Explanation:
    """What the event of the game means at the table, as it stood before."""
    said = told(_SENTENCES, event)
    match event:
        case BetPlaced(seat, _, _, stake):
            return replace(said, rule=6, lines=(total("stack", table.seats[seat].stack, -stake),))
        case BetWithdrawn(seat, _, _, stake):
            return replace(said, rule=6, lines=(total("stack", table.seats[seat].stack, stake),))
        case PackCut(_, size):
            rest = Line("remainder", f"{size} mod 4", size % 4)
            cut = tuple(Placed(place, "cut off", None) for place in range(size))
            return replace(said, lines=(rest,), cards=cut)
        case BetSettled(seat, _, _, _, _, stake, profit):
            tallies = (result(seat, stake, profit), *against(table.banker, profit))
            return replace(said, lines=_settled(table, event), tallies=tallies)
        case _:
            return explain_bank(table, event)


def _settled(table: FanTanTable, event: BetSettled) -> tuple[Line, ...]:
    """Rules 10 and 11: the profit, and what stack and bank have after it."""
    stack, stake = table.seats[event.seat].stack, event.stake
    if event.outcome == "lost":
        lost = total("profit", 0, -stake)
        return (lost, total("stack", stack, 0), total("bank", table.bank, stake))
    due = times("profit", stake, price(event.on))
    lines = (due,) if due.result <= table.bank else (_due(due), least("profit", due.result, table.bank))
    paid = lines[-1].result
    return (*lines, total("stack", stack, stake, paid), total("bank", table.bank, -paid))


def _due(line: Line) -> Line:
    return replace(line, of="due")
