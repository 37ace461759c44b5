"""What may be done at a fan-tan table."""

from croupier.domain.amounts import MOST
from croupier.domain.decks.state import deck_of
from croupier.domain.games.fan_tan.banking import FEWEST, banker_at, may_add
from croupier.domain.games.fan_tan.bets import may_bet_more
from croupier.domain.games.fan_tan.layout import SPOTS
from croupier.domain.games.fan_tan.state import FanTanTable
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.state import HOUSE, By


def options(table: FanTanTable, by: By) -> tuple[Option, ...]:
    """What the seat may do now; the house does nothing here."""
    if by == HOUSE:
        return ()
    if not table.in_round:
        return tuple(_between_rounds(table, by)) if by == banker_at(table) else ()
    if by == table.banker:
        return tuple(_cut(table))
    return (*_stakes(table, by), *_withdrawals(table, by))


def _between_rounds(table: FanTanTable, seat: int) -> list[Option]:
    """Rule 3: the banker sets his bank, or adds to it and starts a round."""
    stack = table.seats[seat].stack
    if not table.bank:
        amount = Range(min(table.limits.min, stack), min(stack, MOST))
        return [Option("set-bank", {"amount": amount})] if stack else []
    found = []
    if len(table.seats) >= FEWEST and not table.decks.exhausted:
        found.append(Option("start-round"))
    if may_add(table) and stack:
        found.append(Option("add-to-bank", {"amount": Range(1, min(stack, MOST))}))
    return found


def _cut(table: FanTanTable) -> list[Option]:
    """Rule 8: the banker's one decision in a round is when to cut."""
    return [] if deck_of(table).cut is None else [Option("cut")]


def _stakes(table: FanTanTable, seat: int) -> list[Option]:
    """Rules 5 and 6: any spot, any stake within the limits that the stack holds."""
    most = min(table.seats[seat].stack, table.limits.max)
    if most < table.limits.min or not may_bet_more(table, seat):
        return []
    return [Option("place-bet", {"on": OneOf(tuple(SPOTS)), "stake": Range(table.limits.min, most)})]


def _withdrawals(table: FanTanTable, seat: int) -> list[Option]:
    numbers = tuple(bet.bet for bet in table.play.bets_of(seat))
    return [Option("withdraw-bet", {"bet": OneOf(numbers)})] if numbers else []
