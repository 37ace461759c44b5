"""Counting requests by a clock that tests move by hand."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from croupier.adapters.redis.client import connect
from croupier.adapters.redis.limits import RedisLimits
from croupier.service.ports import Bucket, Taken

START = 1_800_000_000_000_000
"""Microseconds since 1970 at which the clock stands that nobody moves."""


class Hand:
    """A clock's hand."""

    def __init__(self) -> None:
        """It stands at `START`."""
        self._at = START

    def move(self, microseconds: int) -> None:
        """Move it."""
        self._at += microseconds

    def __call__(self) -> int:
        """What the clock shows."""
        return self._at


class Troubles:
    """Hears what goes wrong."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.heard: list[str] = []

    def __call__(self, what: str, error: Exception) -> None:
        """Hear it."""
        self.heard.append(what)


@contextmanager
def limits_at(
    url: str, now: Callable[[], int] | None = None, troubles: Troubles | None = None
) -> Iterator[RedisLimits]:
    """What a process of its own counts by, at a clock that stands still unless told otherwise."""
    client = connect(url)
    yield RedisLimits(client, troubles or Troubles(), now=now or (lambda: START))
    client.connection_pool.reset()  # type: ignore[no-untyped-call]


def steady(url: str, bucket: Bucket, pauses: list[int]) -> list[Taken]:
    """Take one request after each pause, in microseconds; in an event loop of its own."""

    async def take() -> list[Taken]:
        hand, client = Hand(), connect(url)
        limits = RedisLimits(client, Troubles(), now=hand)
        answers: list[Taken] = []
        for pause in pauses:
            hand.move(pause)
            answer = await limits.take((bucket,))
            assert answer
            answers.append(answer)
        await client.aclose()
        return answers

    return asyncio.run(take())
