"""Waiting for what is not there yet: for a stream to move on, for a log to reach a position.

However many wait, the log is read once for all of them, by the follower of live streams.
"""

from collections.abc import Callable, Coroutine, Hashable
from time import monotonic
from typing import Any, Final, TypeVar

from croupier.service.errors import NotFound, NotYet
from croupier.service.live import Follower
from croupier.service.ports import LogReader
from croupier.service.sharing import Shared

T = TypeVar("T")

MOST_SECONDS: Final = 30
"""A reader waits so many seconds at the most for something to happen."""

PATIENCE: Final = 5.0
"""Seconds that a reader who names a position waits for it to be there."""


class Watch:
    """The use case of every reader who waits."""

    def __init__(self, log: LogReader, follower: Follower, patience: float = PATIENCE) -> None:
        """Ask `log` where things stand; be woken by the follower."""
        self._log = log
        self._follower = follower
        self._patience = patience
        self._shared = Shared()

    async def revision(self, log: str, stream: str) -> int:
        """The revision that the stream stands at. Raises `NotFound`, `StoreUnavailable`."""
        revision = await self._log.revision(log, stream)
        if revision == 0:
            raise NotFound("there is no such thing")
        return revision

    async def read(
        self, log: str, stream: str, revision: int, what: Hashable, read: Callable[[], Coroutine[Any, Any, T]]
    ) -> T:
        """What is read of the stream, which has that revision by now.

        Those who ask for the same at the same moment, as they do who were woken by one entry, have it read
        once. `what` says what is read. Raises what `read` does.
        """
        return await self._shared.get((log, stream, revision, what), read)

    async def moved(self, log: str, stream: str, revision: int, seconds: float) -> int:
        """The stream's revision once it is above this one, or when so many seconds are over.

        Raises `StoreUnavailable`. Waiting ends at once when the service is to stop.
        """
        end = monotonic() + seconds
        subscription = await self._follower.join(log, stream)
        try:
            # Joined before it is asked for: what comes after the answer is told to the subscription.
            now = await self._log.revision(log, stream)
            while now <= revision and not subscription.ended and (left := end - monotonic()) > 0:
                for entry in await subscription.take(left) or ():
                    now = max(now, entry.revision)
            return now
        finally:
            self._follower.leave(subscription)

    async def has(self, log: str, position: int) -> bool:
        """Whether the log has the position already. Raises `StoreUnavailable`."""
        return position < 0 or await self._log.head(log) >= position

    async def require(self, log: str, position: int) -> None:
        """Wait until the log has the position. Raises `NotYet` when it does not come in time."""
        end = monotonic() + self._patience
        subscription = await self._follower.join(log, None)
        try:
            head = await self._log.head(log)
            while head < position and not subscription.ended and (left := end - monotonic()) > 0:
                for entry in await subscription.take(left) or ():
                    head = max(head, entry.position)
        finally:
            self._follower.leave(subscription)
        if head < position:
            raise NotYet(f"the log is at position {head}, not yet at {position}")
