"""While Valkey is away nothing is counted and nobody waits; when it is back, counting goes on by itself."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest
from redis.exceptions import ConnectionError
from tests.support.counting import Troubles
from tests.support.valkeys import OwnValkey
from tests.support.viewing import soon

from croupier.adapters.redis.client import connect
from croupier.adapters.redis.limits import RedisLimits
from croupier.adapters.redis.line import Line
from croupier.domain.decider import Actor
from croupier.service.callers import Caller
from croupier.service.errors import LimitsUnavailable, RateLimited
from croupier.service.limiting import Limiting
from croupier.service.ports import Bucket
from croupier.service.quotas import Quota, Rates

QUOTA = Quota("key", 2, 3600)
CALLER = Caller("house", Actor("operator", "house"))


@pytest.fixture(scope="module")
def server() -> Iterator[OwnValkey]:
    with OwnValkey() as valkey:
        yield valkey


@pytest.fixture
def valkey(server: OwnValkey) -> OwnValkey:
    server.client.flushall()
    return server


@asynccontextmanager
async def counting(valkey: OwnValkey, troubles: Troubles | None = None) -> AsyncIterator[RedisLimits]:
    client = connect(valkey.url)
    yield RedisLimits(client, troubles or Troubles())
    await client.aclose()


def one() -> tuple[Bucket, ...]:
    return (Bucket(QUOTA, uuid4().hex),)


async def back(limits: RedisLimits) -> None:
    async def counts() -> bool:
        return await limits.take(one()) is not None

    await soon(counts)


async def test_while_valkey_is_away_open_limits_let_everything_through_and_closed_ones_nothing(
    valkey: OwnValkey,
) -> None:
    troubles = Troubles()
    async with counting(valkey, troubles) as limits:
        open_, closed = (Limiting(limits, Rates(key=QUOTA, closed=closed)) for closed in (False, True))
        await open_.admit(CALLER)
        valkey.kill()
        try:
            for _ in range(5):
                assert await open_.admit(CALLER) == ()
                with pytest.raises(LimitsUnavailable):
                    await closed.admit(CALLER)
        finally:
            valkey.start()
        assert troubles.heard == ["requests can't be counted"]
        await back(limits)
        assert [one.left for one in await open_.admit(CALLER)] == [1]
        await closed.admit(CALLER)
        with pytest.raises(RateLimited):
            await open_.admit(CALLER)


async def test_a_connection_that_was_lost_while_nobody_asked_is_made_anew(valkey: OwnValkey) -> None:
    client = connect(valkey.url)
    line = Line(client, "return ARGV[1]")
    assert await line.run("key", b"before") == b"before"
    valkey.kill()
    try:
        await asyncio.sleep(0.1)  # the connection is seen to be closed
        with pytest.raises(ConnectionError):
            await line.run("key", b"while it is away")
    finally:
        valkey.start()
    assert await line.run("key", b"after") == b"after"
    valkey.kill()
    valkey.start()
    await asyncio.sleep(0.1)
    assert await line.run("key", b"again") == b"again"
    await client.aclose()


async def test_once_valkey_hangs_nobody_waits_for_it_not_even_who_finds_out_whether_it_is_back(
    valkey: OwnValkey,
) -> None:
    async with counting(valkey) as limits:
        await limits.take(one())
        valkey.stop()
        try:
            assert await asyncio.gather(*(limits.take(one()) for _ in range(20))) == [None] * 20
            turns = 0

            async def count_turns() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            counter = asyncio.ensure_future(count_turns())
            await asyncio.sleep(0)
            for _ in range(2000):
                assert await limits.take(one()) is None
            assert turns <= 2, "a take that is not counted never lets go of the loop"
            counter.cancel()
        finally:
            valkey.go_on()
        await back(limits)


async def test_a_valkey_that_refuses_to_write_is_as_good_as_away(valkey: OwnValkey) -> None:
    troubles = Troubles()
    async with counting(valkey, troubles) as limits:
        valkey.client.config_set("maxmemory", "1")
        try:
            assert await limits.take(one()) is None
        finally:
            valkey.client.config_set("maxmemory", "0")
        await back(limits)
    assert troubles.heard == ["requests can't be counted"]


async def test_a_valkey_that_forgot_the_script_is_told_it_again(valkey: OwnValkey) -> None:
    async with counting(valkey) as limits:
        await limits.take(one())
        valkey.client.script_flush()
        assert await limits.take(one()) is not None
