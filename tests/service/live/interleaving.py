"""A world in which everything that reads a log waits until the test lets it go on, in whatever order."""

import asyncio
from collections.abc import AsyncIterator, Mapping

import msgspec

from croupier.service.ports import Entry

LOG = "house"


def record_of(stream: str, revision: int) -> bytes:
    """A record as far as messages are made of it."""
    return msgspec.json.encode(
        {
            "stream": stream,
            "revision": revision,
            "at": "2026-01-31T12:00:00.000000Z",
            "actor": {"role": "operator", "id": "house"},
            "command": {"type": "start-round"},
            "events": [],
        }
    )


class Gates:
    """What waits for the test."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []
        self.open = False

    async def wait(self) -> None:
        """Wait to be let through."""
        if not self.open:
            gate = asyncio.get_running_loop().create_future()
            self._waiting.append(gate)
            await gate

    async def let_through(self, number: int) -> None:
        """Let one of those who wait through, and wait until nothing can go on any more."""
        self._waiting = [gate for gate in self._waiting if not gate.done()]
        if self._waiting:
            self._waiting[number % len(self._waiting)].set_result(None)
        await settled()

    async def let_all_through(self) -> None:
        """Let everybody through, from now on."""
        self.open = True
        for gate in self._waiting:
            if not gate.done():
                gate.set_result(None)
        await settled()


async def settled() -> None:
    """Wait until nothing can go on any more."""
    for _ in range(30):
        await asyncio.sleep(0)


class Stored:
    """A log of two streams that is read as a store's is: a read shows it as it was at some moment."""

    def __init__(self, gates: Gates) -> None:
        self.entries: list[Entry] = []
        self._gates = gates

    def append(self, stream: str) -> None:
        """One more entry."""
        revision = 1 + sum(entry.stream == stream for entry in self.entries)
        self.entries.append(Entry(len(self.entries), stream, revision, record_of(stream, revision), None))

    def positions(self, after: int, stream: str | None) -> list[int]:
        """What a follower has to be told."""
        return [
            entry.position
            for entry in self.entries
            if entry.position > after and stream in (None, entry.stream)
        ]

    async def _read(self, after: int, stream: str | None, most: int) -> list[Entry]:
        await self._gates.wait()
        found = [self.entries[position] for position in self.positions(after, stream)][:most]
        await self._gates.wait()
        return found

    async def head(self, log: str) -> int:
        await self._gates.wait()
        head = len(self.entries) - 1
        await self._gates.wait()
        return head

    async def heads(self) -> Mapping[str, int]:
        return {LOG: await self.head(LOG)}

    async def read_log(self, log: str, after: int = -1) -> AsyncIterator[Entry]:
        end = await self.head(log)
        while after < end:
            for entry in await self._read(after, None, 2):
                if entry.position <= end:
                    yield entry
                after = entry.position

    async def entries_of(self, log: str, stream: str, after: int, most: int) -> list[Entry]:
        return await self._read(after, stream, most)


class StoredHistory:
    """The `History` of a `Stored`."""

    def __init__(self, stored: Stored) -> None:
        self._stored = stored

    async def entries(self, log: str, stream: str, after: int, most: int) -> list[Entry]:
        return await self._stored.entries_of(log, stream, after, most)


class Rung:
    """An `Alarm` that the test rings."""

    def __init__(self) -> None:
        self._heads: dict[str, int] = {}
        self._rung = asyncio.Event()

    def ring(self, head: int) -> None:
        self._heads[LOG] = head
        self._rung.set()

    async def wait(self, seconds: float) -> Mapping[str, int]:
        await self._rung.wait()
        self._rung.clear()
        heads, self._heads = self._heads, {}
        return heads
