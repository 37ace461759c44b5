"""The bell: wakes who follows a log, in this process at once and in others through Valkey."""

import asyncio
from collections.abc import Callable, Mapping
from secrets import token_hex
from time import monotonic
from typing import Any, Final

from msgspec import DecodeError, Struct, msgpack
from redis.asyncio import Redis

from croupier.adapters.redis.views import PREFIX
from croupier.service.ports import Trouble

_PUBLISHED_EVERY: Final = 0.05
_PATIENCE: Final = 1.0


class _Ring(Struct, frozen=True, array_like=True):
    sender: str
    heads: dict[str, int]


class Listener:
    """Implements `Alarm` for one follower."""

    def __init__(self) -> None:
        """Hear nothing yet."""
        self._heads: dict[str, int] = {}
        self._rung = asyncio.Event()

    def hear(self, log: str, position: int) -> None:
        """The log has an entry at `position`."""
        if self._heads.get(log, -1) < position:
            self._heads[log] = position
            self._rung.set()

    async def wait(self, seconds: float) -> Mapping[str, int]:
        """The logs rung for since the last call; waits for a ring, at the longest so many seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self._rung.wait()
        except TimeoutError:
            pass
        heads, self._heads = self._heads, {}
        self._rung.clear()
        return heads


class RedisBell:
    """Implements `Bell`. Rings may be lost, with Valkey away or otherwise: followers look by themselves too.

    Between processes rings are gathered, so that a busy log costs a few messages a second.
    """

    def __init__(self, client: Redis, trouble: Trouble, prefix: str = PREFIX) -> None:
        """Ring in this process at once; in others while `run` is running."""
        self._client = client
        self._trouble = trouble
        self._channel = f"{prefix}:bell"
        self._name = token_hex(8)
        self._outbox = Listener()
        self._listeners: list[Listener] = []

    def listener(self) -> Listener:
        """A new follower, who hears all rings from now on."""
        listener = Listener()
        self._listeners.append(listener)
        return listener

    def ring(self, log: str, position: int) -> None:
        """Tell, without waiting, that the log has an entry at `position`."""
        self._hear(log, position)
        self._outbox.hear(log, position)

    async def run(self) -> None:
        """Carry rings between the processes until cancelled."""
        await asyncio.gather(self._again(self._publish), self._again(self._subscribe))

    def _hear(self, log: str, position: int) -> None:
        for listener in self._listeners:
            listener.hear(log, position)

    async def _again(self, work: Callable[[], Any]) -> None:
        """Do the work again whenever it fails, which is told once, until it has gone well for a while."""
        told = False
        while True:
            began = monotonic()
            try:
                await work()
            except Exception as error:  # a bell that is silent for a while does no harm
                if not told or monotonic() - began > 2 * _PATIENCE:
                    self._trouble("the bell is not heard between processes", error)
                told = True
            await asyncio.sleep(_PATIENCE)

    async def _publish(self) -> None:
        while True:
            heads = await self._outbox.wait(_PATIENCE)
            if heads:
                ring = msgpack.encode(_Ring(self._name, dict(heads)))
                await self._client.publish(self._channel, ring)
            await asyncio.sleep(_PUBLISHED_EVERY)

    async def _subscribe(self) -> None:
        async with self._client.pubsub(ignore_subscribe_messages=True) as pubsub:
            await pubsub.subscribe(self._channel)
            while True:
                message = await pubsub.get_message(timeout=_PATIENCE)
                if message:
                    self._take(message["data"])

    def _take(self, data: bytes) -> None:
        try:
            ring = msgpack.decode(data, type=_Ring)
        except DecodeError:
            return
        if ring.sender != self._name:
            for log, position in ring.heads.items():
                self._hear(log, position)
