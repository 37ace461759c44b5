"""What the events of Slippery Sam mean, in sentences and arithmetic."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.explaining import (
    Explanation,
    Line,
    Placed,
    Sentences,
    Tally,
    against,
    percentage,
    result,
    times,
    told,
    total,
)
from croupier.domain.games.slippery_sam.bounds import FIFTH
from croupier.domain.games.slippery_sam.events import (
    BetPlaced,
    BetSettled,
    HandsDealt,
    TurnBegan,
    TurnPassed,
    UpcardRefused,
    UpcardTurned,
)
from croupier.domain.games.slippery_sam.hands import CARDS_EACH
from croupier.domain.games.slippery_sam.state import SlipperySamTable, turn_of
from croupier.domain.table.bank.banker import banker_in
from croupier.domain.table.bank.explaining import explain_bank

_SENTENCES: Final[Sentences] = {
    HandsDealt: "three cards each come face down to the seats {seats}",
    UpcardTurned: "{card} is turned up",
    TurnBegan: "it is the turn of seat {seat}; a new upcard costs {price}",
    UpcardRefused: "seat {seat} refuses {upcard} and pays {price} for a new upcard",
    BetPlaced: "seat {seat} puts {stake} against {upcard}",
    BetSettled: "seat {seat} shows {shown} against {upcard}: its bet of {stake} is {outcome}",
    TurnPassed: "seat {seat} passes",
}


def explain(table: SlipperySamTable, event: Struct) -> Explanation:
    """What the event of the game means at the table, as it stood before."""
    said = told(_SENTENCES, event)
    match event:
        case HandsDealt(seats):
            return replace(said, rule=4, cards=_hands(seats))
        case UpcardTurned(card, place):
            return replace(said, cards=(Placed(place, "upcard", card),))
        case TurnBegan():
            return replace(said, rule=7, lines=_price(table))
        case UpcardRefused(seat):
            price = turn_of(table).price
            lines = (total("stack", table.seats[seat].stack, -price), total("bank", table.bank, price))
            return replace(said, rule=7, lines=lines, tallies=_prices(table, seat, price))
        case BetPlaced(seat, _, stake):
            return replace(said, rule=6, lines=(total("stack", table.seats[seat].stack, -stake),))
        case BetSettled(seat):
            tallies = (result(seat, event.stake, event.profit), *against(table.banker, event.profit))
            return replace(said, lines=_settled(table, event), tallies=tallies)
        case TurnPassed():
            return said
        case _:
            return explain_bank(table, event)


def _hands(seats: tuple[int, ...]) -> tuple[Placed, ...]:
    """Rule 4: one card at a time round the table."""
    order = seats * CARDS_EACH
    return tuple(Placed(place, f"seat {seat}", None) for place, seat in enumerate(order))


def _price(table: SlipperySamTable) -> tuple[Line, ...]:
    """Rule 7: a fifth of the bank, rounded up; a fixed price needs no arithmetic."""
    fixed = isinstance(table.rules.upcard_price, int)
    return () if fixed else (percentage("price", table.bank, FIFTH),)


def _prices(table: SlipperySamTable, seat: int, price: int) -> tuple[Tally, ...]:
    return Tally(seat, paid=price), Tally(banker_in(table), paid=-price)


def _settled(table: SlipperySamTable, event: BetSettled) -> tuple[Line, ...]:
    """Rules 9 and 10: the profit, and what stack and bank have after it."""
    stack, stake = table.seats[event.seat].stack, event.stake
    if event.outcome == "lost":
        lost = total("profit", 0, -stake)
        return (lost, total("stack", stack, 0), total("bank", table.bank, stake))
    won = times("profit", stake, 1)
    return (won, total("stack", stack, stake, stake), total("bank", table.bank, -stake))
