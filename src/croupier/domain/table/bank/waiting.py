"""Waiting for a banker between rounds."""

from croupier.domain.table.bank.passing import next_banker
from croupier.domain.table.clock import Awaited
from croupier.domain.table.order import Order
from croupier.domain.table.state import AnyTable


def awaited_banker(table: AnyTable, banker: int | None, order: Order) -> Awaited | None:
    """The banker, who is to start a round, as long as there is somebody to whom his bank could pass."""
    if banker is None or next_banker(table, order, banker) is None:
        return None
    return Awaited(banker, "bank")
