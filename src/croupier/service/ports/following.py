"""Following logs as they grow, one process at a time where that is enough."""

from collections.abc import Mapping
from typing import Protocol


class Bell(Protocol):
    """Wakes who follows a log."""

    def ring(self, log: str, position: int) -> None:
        """Tell, without waiting, that the log has an entry at `position`."""


class Alarm(Protocol):
    """Hears what is rung on the bell, here and in other processes."""

    async def wait(self, seconds: float) -> Mapping[str, int]:
        """The logs rung for since the last call, with the highest position told of each.

        Waits for a ring, at the longest so many seconds; rings may be missed.
        """


class Lease(Protocol):
    """Lets one process at a time do a work; it falls to another soon after its holder is gone."""

    async def hold(self) -> bool:
        """Take or keep the lease; False while another process has it."""

    async def release(self) -> None:
        """Let it go."""
