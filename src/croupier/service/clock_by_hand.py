"""A test table's clock in its operator's hand: so a time-out can be shown whenever it is to be."""

from croupier.domain.decider import Actor
from croupier.domain.table.commands import ExpireTurn
from croupier.domain.table.state import AnyTable
from croupier.service.callers import Caller
from croupier.service.handling import Key, Order
from croupier.service.services import Services
from croupier.service.streams import existing


async def expiry_order(
    services: Services,
    caller: Caller,
    table: str,
    revisions: tuple[int, ...] | None,
    key: Key | None,
    request_id: str = "",
) -> Order:
    """The order to end somebody's turn: the clock's, given by the operator, where he holds it.

    Of anybody else, and at any other table, it is his own order, which the rules refuse (`not-your-turn`).
    Raises `NotFound`, `StoreUnavailable`, `SealBroken`.
    """
    loaded = existing(await services.streams.load(caller.log, table), "table")
    actor = caller.actor
    if caller.environment == "test" and actor.role == "operator" and _is_by_hand(loaded.state):
        actor = Actor("clock", "clock", actor.id)
    return Order(caller.log, table, ExpireTurn(), actor, revisions, key, request_id=request_id)


def _is_by_hand(table: AnyTable) -> bool:
    """Whether its cards are named and it has no decision times: where there are, its clock runs by itself."""
    return table.decks.fixed is not None and table.times is None
