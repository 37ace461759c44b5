"""Who banks, in a game whose bank rotates."""

from croupier.domain.decider import Rejected
from croupier.domain.table.state import AnyTable, By


def banker_in(table: AnyTable) -> int:
    """The seat that banks, once somebody does: in a round at any rate."""
    assert table.banker is not None
    return table.banker


def require_banker(table: AnyTable, by: By, rule: int) -> None:
    """Raises `Rejected` (`not-the-banker`) for everybody else."""
    if by != table.banker:
        raise Rejected("not-the-banker", f"seat {table.banker} banks", rule)
