"""From the past to what happens now: whatever happens in between, nothing is left out and nothing told twice.

A machine of interleavings: the log grows, the bell rings or is not heard, and every read of the store, every
round of the follower and every message that the client takes happens when the test says so.
"""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.service.live.interleaving import LOG, Gates, Rung, Stored, StoredHistory, settled

from croupier.service.live import Follower, FollowerPace
from croupier.service.live import following as following_module
from croupier.service.live.following import Following

STREAMS = ("baccarat-a", "fan-tan-b")
PACE = FollowerPace(poll=3600.0, rest=0.0, patience=0.0)
BEAT = 3600.0


@pytest.fixture(autouse=True, scope="module")
def _small_pages() -> Any:
    """Pages of two, so that the past has several."""
    whole, following_module._PAGE = following_module._PAGE, 2  # type: ignore[misc]
    yield
    following_module._PAGE = whole  # type: ignore[misc]


class World:
    """A log, its follower, and clients who came at some moment, each behind some position."""

    def __init__(self, already: int) -> None:
        self.gates = Gates()
        self.stored = Stored(self.gates)
        self.rung = Rung()
        for number in range(already):
            self.stored.append(STREAMS[number % 2])
        store = cast(Any, self.stored)
        self.troubles: list[str] = []
        self.follower = Follower(
            store, store, self.rung, lambda what, error: self.troubles.append(what), PACE, most_waiting=3
        )
        self.clients: list[Client] = []

    def come(self, stream: str | None, after: int) -> None:
        """One more client."""
        self.clients.append(Client(self, stream, after))


class Client:
    """Takes what it is told, one batch whenever the test lets it."""

    def __init__(self, world: World, stream: str | None, after: int) -> None:
        self.stream, self.after = stream, after
        self.told: list[int] = []
        self._gates = world.gates
        history = StoredHistory(world.stored)
        self.following = Following(world.follower, cast(Any, world.stored), cast(Any, history), LOG, stream)
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        async for batch in self.following.batches(self.after, BEAT):
            self.told += [entry.position for entry in batch]
            await self._gates.wait()


Step = Callable[[World], Any]


def grow(stream: str) -> Step:
    return lambda world: world.stored.append(stream)


def ring(world: World) -> None:
    world.rung.ring(len(world.stored.entries) - 1)


def come(stream: str | None, share: float) -> Step:
    """A client behind some position that the log has."""
    return lambda world: world.come(stream, int(share * len(world.stored.entries)) - 1)


def let_through(number: int) -> Step:
    return lambda world: world.gates.let_through(number)


steps = st.one_of(
    st.sampled_from(STREAMS).map(grow),
    st.just(ring),
    st.builds(come, st.sampled_from([*STREAMS, None]), st.sampled_from([0.0, 0.5, 1.0, 1.0])),
    st.integers(0, 7).map(let_through),
    st.integers(0, 7).map(let_through),
)


@given(st.integers(0, 9), st.lists(steps, max_size=60))
def test_whatever_happens_in_between_all_are_told_everything_once_and_in_order(
    already: int, happening: list[Step]
) -> None:
    asyncio.run(_played(already, happening))


async def _played(already: int, happening: list[Step]) -> None:
    world = World(already)
    reading = asyncio.create_task(world.follower.run())
    for step in happening:
        done = step(world)
        if done is not None:
            await done
        await settled()
    await world.gates.let_all_through()
    for _ in range(5):
        ring(world)
        await settled()
    for client in world.clients:
        assert client.told == world.stored.positions(client.after, client.stream)
    assert world.troubles == []
    world.follower.close()
    await asyncio.gather(*(client.task for client in world.clients))
    reading.cancel()
