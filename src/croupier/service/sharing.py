"""Reading once what many ask for at the same moment, as those do who were woken by the same entry."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from time import monotonic
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Shared:
    """Lets those who ask for the same while it is being read have the same answer.

    Nothing is kept once it is read. A key says what is read and how new it has to be at the least.
    """

    def __init__(self) -> None:
        """Nothing is being read yet."""
        self._reading: dict[Hashable, asyncio.Task[Any]] = {}

    async def get(self, key: Hashable, read: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """What `read` gives or raises; of several who ask by one key one reads.

        Whoever asks may be cancelled: the others still get their answer.
        """
        task: asyncio.Task[T] | None = self._reading.get(key)
        if task is None:
            task = self._reading[key] = asyncio.create_task(read())
            task.add_done_callback(lambda done: self._forget(key, done))
        return await asyncio.shield(task)

    def _forget(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        del self._reading[key]
        if not task.cancelled():
            task.exception()  # nobody may be left to hear of it


class Kept(Generic[T]):
    """Has one answer for all who ask until some seconds after it was read: for what costs much to read.

    What the reading raises is not kept.
    """

    def __init__(
        self,
        read: Callable[[], Coroutine[Any, Any, T]],
        seconds: float,
        now: Callable[[], float] = monotonic,
    ) -> None:
        """Nothing is read yet; `now` tells seconds."""
        self._read = read
        self._seconds = seconds
        self._now = now
        self._shared = Shared()
        self._kept: tuple[float, T] | None = None

    async def get(self) -> T:
        """What `read` gave lately, or gives or raises now."""
        if self._kept and self._now() < self._kept[0]:
            return self._kept[1]
        return await self._shared.get(None, self._anew)

    async def _anew(self) -> T:
        found = await self._read()
        self._kept = self._now() + self._seconds, found
        return found
