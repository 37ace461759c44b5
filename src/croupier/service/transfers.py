"""What an entry's events move into other streams: between tables, wallets and, by rulings, house accounts."""

from collections.abc import Iterable
from typing import Any, Final

from croupier.domain.disputes.events import DisputeUpheld
from croupier.domain.disputes.evidence import HOUSE
from croupier.domain.disputes.state import Dispute
from croupier.domain.ids import wallet_of
from croupier.domain.table.commands import CorrectHouse
from croupier.domain.table.events import SeatLeft, SeatTaken, StackToppedUp
from croupier.domain.wallet.commands import BuyIn, CashOut, Correct

Move = BuyIn | CashOut | Correct | CorrectHouse
"""A command to the other end of a transfer. Nobody gives it by itself."""

_MOVING: Final = frozenset((SeatTaken, StackToppedUp, SeatLeft, DisputeUpheld))


def transfers(state: Any, events: Iterable[Any]) -> dict[str, Move]:
    """For each stream that the events of a table or a dispute reach into, the command that it gets.

    `state` is that of table or dispute after them. The streams' entries are appended right behind the one
    with the events, all or none, in the order given here: a table before wallets, these by their names. In
    the same order the streams are locked, so that no two commands ever wait for each other.
    """
    found: dict[str, Move] = {}
    for event in events:
        if type(event) not in _MOVING:
            continue
        match event:
            case SeatTaken(player=player, stack=stack) if stack:
                found[wallet_of(player)] = BuyIn(state.id, stack)
            case StackToppedUp(seat=seat, amount=amount):
                found[wallet_of(state.seats[seat].player)] = BuyIn(state.id, amount)
            case SeatLeft(player=player, stack=stack) if stack:
                found[wallet_of(player)] = CashOut(state.id, stack)
            case DisputeUpheld():
                return _corrections(state, event)
    return dict(sorted(found.items())) if len(found) > 1 else found


def _corrections(dispute: Dispute, event: DisputeUpheld) -> dict[str, Move]:
    sums = {moved.party: moved.amount for moved in event.moved}
    house = sums.pop(HOUSE, 0)
    found: dict[str, Move] = {dispute.table: CorrectHouse(dispute.id, house)} if house else {}
    for player in sorted(sums):
        found[wallet_of(player)] = Correct(dispute.id, sums[player])
    return found
