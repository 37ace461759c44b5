"""What the events of punto banco mean, in sentences and arithmetic."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.explaining import (
    Explanation,
    Line,
    Placed,
    Sentences,
    modulo,
    percentage,
    result,
    times,
    told,
    total,
)
from croupier.domain.games.baccarat.drawing import value
from croupier.domain.games.baccarat.events import (
    BetPlaced,
    BetSettled,
    BetWithdrawn,
    CardDealt,
    CoupDecided,
)
from croupier.domain.games.baccarat.state import BaccaratTable

_SENTENCES: Final[Sentences] = {
    BetPlaced: "seat {seat} puts {stake} on {on}, where it has {total} now",
    BetWithdrawn: "seat {seat} takes its {stake} on {on} back",
    CardDealt: "{card} comes to {to}",
    CoupDecided: "player has {player}, banker {banker}: {winner} wins",
    BetSettled: "the bet of seat {seat} on {on}, {stake}, is {outcome}",
}


def explain(table: BaccaratTable, event: Struct) -> Explanation:
    """What the event of the game means at the table, as it stood before."""
    said = told(_SENTENCES, event)
    match event:
        case BetPlaced(seat, on, stake):
            bet = table.play.bet(seat, on)
            lies = total("total", bet.stake if bet else 0, stake)
            return replace(said, rule=1, lines=(lies, total("stack", table.seats[seat].stack, -stake)))
        case BetWithdrawn(seat, _, stake):
            return replace(said, rule=1, lines=(total("stack", table.seats[seat].stack, stake),))
        case CardDealt(to, card, place):
            return replace(said, cards=(Placed(place, to, card),))
        case CoupDecided():
            return replace(said, lines=_values(table))
        case BetSettled(seat, _, _, _, stake):
            tally = result(seat, stake, event.profit, event.charge)
            return replace(said, lines=_settled(table, event), tallies=(tally,))
        case _:
            return said


def _values(table: BaccaratTable) -> tuple[Line, ...]:
    """Rule 2: what each hand counts."""
    coup = table.play.coup
    assert coup
    sides = (("player", coup.player), ("banker", coup.banker))
    return tuple(modulo(side, map(value, cards), 10) for side, cards in sides)


def _settled(table: BaccaratTable, event: BetSettled) -> tuple[Line, ...]:
    """Rules 9 and 10: the profit, and what stack and house account have after it."""
    lines = _profit(table, event)
    profit, own = lines[-1].result, table.seats[event.seat].stack
    match event.outcome:
        case "won":
            stack = total("stack", own, event.stake, profit)
        case "returned":
            stack = total("stack", own, event.stake)
        case "lost":
            stack = total("stack", own, 0)
    return (*lines, stack, total("house", table.house, -profit))


def _profit(table: BaccaratTable, event: BetSettled) -> tuple[Line, ...]:
    stake, rules = event.stake, table.rules
    match event.outcome, event.on:
        case "won", "banker":
            taken = percentage("charge", stake, rules.commission_percent)
            return (taken, total("profit", stake, -taken.result))
        case "won", "tie":
            return (times("profit", stake, rules.tie_pays),)
        case "won", _:
            return (times("profit", stake, 1),)
        case "lost", _:
            return (total("profit", 0, -stake),)
        case _:
            return (total("profit", stake, -stake),)
