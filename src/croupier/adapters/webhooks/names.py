"""Asking the operating system where names lead: slow name servers of one operator hold up nobody else's.

A thread that waits for a name server can't be called back; it counts as taken until it is done, whoever has
stopped waiting for it. So what an operator may take of them is bounded, and asking twice is asking once.
"""

import asyncio
import socket
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct

_PATIENCE: Final = 2.0
"""Seconds to wait for a thread."""


class NamesBusy(Exception):
    """There was no thread to look the name up: that says nothing of the name."""


class Threads(Struct, frozen=True):
    """How many look-ups go on at a time, how many of one log's, and how many of its names wait or go on."""

    all: int
    of_one: int
    asked_by_one: int


JUDGING: Final = Threads(all=8, of_one=2, asked_by_one=4)
"""For URLs that are registered, by requests that wait for it."""

SENDING: Final = Threads(all=16, of_one=2, asked_by_one=40)
"""For messages on their way: a log has fewer webhooks than that, and they are changed now and then."""


class SystemNames:
    """The operating system's resolver, on threads of its own."""

    def __init__(self, threads: Threads, patience: float = _PATIENCE) -> None:
        """Start no thread yet; `patience` is how many seconds a name waits for one."""
        self._bounds, self._patience = threads, patience
        self._pool = ThreadPoolExecutor(threads.all, "webhook-names")
        self._free = asyncio.Semaphore(threads.all)
        self._free_of: defaultdict[str, asyncio.Semaphore] = defaultdict(
            lambda: asyncio.Semaphore(threads.of_one)
        )
        self._asked: dict[tuple[str, str, int], asyncio.Task[Sequence[str]]] = {}
        self._asked_by: Counter[str] = Counter()

    async def __call__(self, name: str, port: int, log: str) -> Sequence[str]:
        """The addresses of a name, each once, for that log. Raises `OSError`, `UnicodeError`, `NamesBusy`."""
        asked = self._asked.get((name, log, port)) or self._ask(name, port, log)
        return await asyncio.shield(asked)

    def close(self) -> None:
        """Wait for no one."""
        for asked in self._asked.values():
            asked.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _ask(self, name: str, port: int, log: str) -> "asyncio.Task[Sequence[str]]":
        if self._asked_by[log] >= self._bounds.asked_by_one:
            raise NamesBusy("too many names of this log are being looked up")
        self._asked_by[log] += 1
        asked = self._asked[name, log, port] = asyncio.create_task(self._found(name, port, log))
        asked.add_done_callback(lambda task: self._answered(task, name, port, log))
        return asked

    def _answered(self, task: "asyncio.Task[Sequence[str]]", name: str, port: int, log: str) -> None:
        if not task.cancelled():
            task.exception()  # whoever asked may have gone
        del self._asked[name, log, port]
        self._asked_by[log] -= 1
        if not self._asked_by[log]:
            del self._asked_by[log], self._free_of[log]

    async def _found(self, name: str, port: int, log: str) -> Sequence[str]:
        own = self._free_of[log]
        try:
            async with asyncio.timeout(self._patience):
                await self._turn(own)
        except TimeoutError:
            raise NamesBusy("the look-ups under way wait for slow name servers") from None
        try:
            infos = await asyncio.wrap_future(self._looked_up(name, port))
        finally:
            own.release()
        return list(dict.fromkeys(str(info[4][0]) for info in infos))

    async def _turn(self, own: asyncio.Semaphore) -> None:
        """Wait for one of the log's own turns, then for one of all."""
        await own.acquire()
        try:
            await self._free.acquire()
        except BaseException:
            own.release()
            raise

    def _looked_up(self, name: str, port: int) -> "Future[list[Any]]":
        """Look it up on a thread, which is free again when it is done, and no sooner."""
        loop = asyncio.get_running_loop()

        def done(_: "Future[list[Any]]") -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(self._free.release)

        looked_up = self._pool.submit(socket.getaddrinfo, name, port, type=socket.SOCK_STREAM)
        looked_up.add_done_callback(done)
        return looked_up
