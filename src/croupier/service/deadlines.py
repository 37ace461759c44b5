"""What in the log has a deadline, and what the clock does when it has passed."""

from datetime import datetime
from typing import Any, Final

from croupier.domain.catalogue import GAMES
from croupier.domain.disputes import DISPUTE
from croupier.domain.disputes.commands import MarkOverdue
from croupier.domain.disputes.state import Dispute
from croupier.domain.table.commands import ExpireTurn
from croupier.domain.table.state import AnyTable

TIMED: Final = frozenset((*GAMES, DISPUTE.category))
"""The categories of streams that may have deadlines."""


def has_deadlines(state: Dispute | AnyTable) -> bool:
    """Whether there may ever be one: a table's decision times are as they were at its opening."""
    return isinstance(state, Dispute) or state.times is not None


def deadline(state: Dispute | AnyTable) -> datetime | None:
    """Until when something has to be done, None when nothing has, or the clock has noted that it is late."""
    if isinstance(state, Dispute):
        return None if state.marked else state.due
    return state.clock.until if state.clock else None


def striking(category: str) -> Any:
    """The command that the clock gives to a stream of that category once its deadline has passed."""
    return MarkOverdue() if category == DISPUTE.category else ExpireTurn()
