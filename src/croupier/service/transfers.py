"""What a table's events move between the table and its players' wallets."""

from collections.abc import Iterable
from typing import Any, Final

from croupier.domain.table.events import SeatLeft, SeatTaken, StackToppedUp
from croupier.domain.wallet.commands import BuyIn, CashOut

_MOVING: Final = frozenset((SeatTaken, StackToppedUp, SeatLeft))


def wallet_of(player: str) -> str:
    """The stream of the player's wallet."""
    return f"wallet-{player}"


def transfers(table: Any, events: Iterable[Any]) -> dict[str, BuyIn | CashOut]:
    """For each wallet that the table's events reach into, the command that it gets.

    `table` is the table's state after them. They are appended together with the table's entry, all or none.
    """
    found: dict[str, BuyIn | CashOut] = {}
    for event in events:
        if type(event) not in _MOVING:
            continue
        match event:
            case SeatTaken(player=player, stack=stack) if stack:
                found[wallet_of(player)] = BuyIn(table.id, stack)
            case StackToppedUp(seat=seat, amount=amount):
                found[wallet_of(table.seats[seat].player)] = BuyIn(table.id, amount)
            case SeatLeft(player=player, stack=stack) if stack:
                found[wallet_of(player)] = CashOut(table.id, stack)
    return found
