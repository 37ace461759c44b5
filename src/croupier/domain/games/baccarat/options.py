"""What may be done at a punto banco table."""

from croupier.domain.games.baccarat.commands import BOXES
from croupier.domain.games.baccarat.state import BaccaratTable
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.state import HOUSE, By


def options(table: BaccaratTable, by: By) -> tuple[Option, ...]:
    """What the seat or the house may do now."""
    if by == HOUSE:
        return _house(table)
    if not table.in_round:
        return ()
    return (*_stakes(table, by), *_withdrawals(table, by))


def _house(table: BaccaratTable) -> tuple[Option, ...]:
    if table.in_round:
        return (Option("deal"),)
    decks = table.decks
    return (Option("start-round"),) if decks.current or not decks.exhausted else ()


def _stakes(table: BaccaratTable, seat: int) -> list[Option]:
    """Rule 1: on each box from the minimum to what maximum and stack leave room for."""
    stack, limits = table.seats[seat].stack, table.limits
    found = []
    for box in BOXES:
        bet = table.play.bet(seat, box)
        room = min(stack, limits.max - (bet.stake if bet else 0))
        if room >= limits.min:
            found.append(Option("place-bet", {"on": OneOf((box,)), "stake": Range(limits.min, room)}))
    return found


def _withdrawals(table: BaccaratTable, seat: int) -> list[Option]:
    boxes = tuple(bet.on for bet in table.play.bets if bet.seat == seat)
    return [Option("withdraw-bet", {"on": OneOf(boxes)})] if boxes else []
