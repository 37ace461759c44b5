"""Quotas counted in Valkey: by its clock, in one step, for all processes."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from msgspec import Struct, msgpack
from redis.asyncio import Redis

from croupier.adapters.redis.breaker import Breaker
from croupier.adapters.redis.line import Line
from croupier.adapters.redis.lua import source
from croupier.adapters.redis.views import PREFIX
from croupier.service.ports import Bucket, Taken, Trouble
from croupier.service.quotas import Standing

_SECOND: Final = 1_000_000
_MOST_AT_ONCE: Final = 500
"""Takes in one call, during which Valkey serves nobody else."""

_AWAY: Final = "requests can't be counted"

_encode: Final = msgpack.Encoder().encode
_decode: Final = msgpack.Decoder(list[list[int]]).decode


class _Take(Struct, frozen=True):
    buckets: tuple[Bucket, ...]
    answer: asyncio.Future[Taken | None]


class RedisLimits:
    """Implements `Limits`. While Valkey is away it counts nothing, and says so at once.

    All that wait while one call is under way go into the next, so that a busy process pays for few calls.
    A bucket is a key that expires as soon as the bucket is full again.
    """

    def __init__(
        self,
        client: Redis,
        trouble: Trouble,
        prefix: str = PREFIX,
        now: Callable[[], int] = lambda: 0,
    ) -> None:
        """Count by `client`; all keys begin with `prefix`. `trouble` hears when Valkey goes away.

        `now` gives the microseconds to count by, 0 for Valkey's own clock.
        """
        self._line = Line(client, source("take"))
        self._root = f"{prefix}:limit:"
        self._now = now
        self._breaker = Breaker(trouble, said=_AWAY)
        self._waiting: list[_Take] = []
        self._asking: asyncio.Task[None] | None = None

    async def take(self, buckets: tuple[Bucket, ...]) -> Taken | None:
        """Take one request from each bucket, or from none; None when it can't be counted now."""
        if not self._breaker.closed:
            if not self._breaker.resting:
                self._ask()  # whether Valkey is back; nobody waits for it
            return None
        answer: asyncio.Future[Taken | None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Take(buckets, answer))
        self._ask()
        return await answer

    def _ask(self) -> None:
        if self._asking is None:
            self._asking = asyncio.get_running_loop().create_task(self._answer_all())

    async def _answer_all(self) -> None:
        """Ask for those who wait, until nobody does; once at the least."""
        try:
            more = True
            while more:
                takes, self._waiting = self._waiting[:_MOST_AT_ONCE], self._waiting[_MOST_AT_ONCE:]
                await self._answer(takes)
                more = bool(self._waiting)
        finally:
            self._asking = None

    async def _answer(self, takes: Sequence[_Take]) -> None:
        answers: Iterator[Taken | None] = iter(())
        try:
            packed = _encode(_question(self._now(), takes))
            found: Any = await self._breaker.call(partial(self._line.run, self._root, packed))
            if found is not None:
                answers = map(_taken, takes, _decode(found))
        finally:
            for take in takes:
                answer = next(answers, None)
                if not take.answer.done():
                    take.answer.set_result(answer)


def _question(now: int, takes: Sequence[_Take]) -> tuple[Any, ...]:
    """The script's argument: now, each bucket once, and the takes by the numbers of their buckets."""
    numbers: dict[str, int] = {}
    quotas: list[tuple[str, int, int]] = []
    asked: list[list[int]] = []
    for take in takes:
        asked.append(indices := [])
        for bucket in take.buckets:
            quota = bucket.quota
            name = f"{quota.name}:{bucket.holder}"
            if (number := numbers.get(name)) is None:
                quotas.append((name, quota.requests, quota.seconds * _SECOND))
                number = numbers[name] = len(quotas)
            indices.append(number)
    return now, quotas, asked


def _taken(take: _Take, answer: list[int]) -> Taken:
    """The script's answer for one take: whether it was granted, and two numbers a bucket."""
    standings = [
        Standing(bucket.quota, answer[2 * place + 1], -(-answer[2 * place + 2] // _SECOND))
        for place, bucket in enumerate(take.buckets)
    ]
    return Taken(answer[0] == 1, tuple(standings))
