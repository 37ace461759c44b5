"""What the events of fan-tan mean, in sentences and arithmetic."""

from collections.abc import Mapping
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

RULES: Final[Mapping[int, str]] = {
    1: "Everyone cuts a card, the highest banks; equals cut again.",
    2: "The limits are the table's.",
    3: "The banker sets his bank at the start of his term, and may add to it before a later round.",
    4: "What the bank wins stays in it until the bank passes.",
    5: "A bet is on a corner, 1 to 4, or on the side between two neighbouring corners.",
    6: "Everybody but the banker makes any number of bets within the limits, until the cut.",
    7: "The player on the banker's left shuffles, the banker cuts: both contribute to the shuffle.",
    8: "The size of the cut is drawn by the shuffle, each from 18 to 49 equally likely.",
    9: "The cut part is counted off in fours: the remainder wins, or 4 without one.",
    10: "Losing bets go into the bank first; then winners are paid, a corner 3 to 1, a side 1 to 1.",
    11: "The bet on which the bank runs out is paid what is left; later winning bets are returned.",
    12: "After the rounds of his term the banker takes the bank, which passes to the left.",
    13: "An exhausted bank passes at once.",
}

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
