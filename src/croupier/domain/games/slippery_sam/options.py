"""What may be done at a Slippery Sam table."""

from croupier.domain.amounts import MOST
from croupier.domain.games.slippery_sam.banking import FEWEST, banker_at
from croupier.domain.games.slippery_sam.bounds import least_bet, may_pass, refusals_left
from croupier.domain.games.slippery_sam.state import SlipperySamTable, turn_of
from croupier.domain.options import Option, Range
from croupier.domain.table.state import HOUSE, By


def options(table: SlipperySamTable, by: By) -> tuple[Option, ...]:
    """What the seat may do now; the house has no part in the game."""
    if by == HOUSE:
        return ()
    if table.in_round:
        return tuple(_turn(table)) if by == turn_of(table).seat else ()
    return tuple(_bank(table, by)) if by == banker_at(table) else ()


def _bank(table: SlipperySamTable, seat: int) -> list[Option]:
    """Rules 3 and 4: the banker puts up a bank, then deals if there is somebody to deal to."""
    if table.bank:
        playable = len(table.seats) >= FEWEST and not table.decks.exhausted
        return [Option("start-round")] if playable else []
    stack = table.seats[seat].stack
    return _range("set-bank", "amount", min(table.limits.min, stack), stack)


def _turn(table: SlipperySamTable) -> list[Option]:
    """Rules 6 to 8: to bet, to refuse, to pass."""
    turn = turn_of(table)
    stack = table.seats[turn.seat].stack
    found = _range("bet", "stake", least_bet(table), min(table.bank, stack))
    if refusals_left(table) and stack >= turn.price:
        found.append(Option("buy-upcard"))
    if may_pass(table):
        found.append(Option("pass"))
    return found


def _range(command: str, field: str, least: int, greatest: int) -> list[Option]:
    """The command with any amount in the bounds and in those of every command; none where there is none."""
    greatest = min(greatest, MOST)
    return [Option(command, {field: Range(least, greatest)})] if 0 < least <= greatest else []
