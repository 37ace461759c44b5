"""When keys were last used: written behind, the latest of all processes kept, lost with no harm."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest

from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.keys import PostgresKeys
from croupier.adapters.postgres.keyuses import PostgresKeyUses
from croupier.adapters.postgres.session import service_conninfo
from croupier.service.errors import StoreUnavailable
from croupier.service.ports import StoredKey

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
async def fetcher(postgres_url: str) -> AsyncIterator[Fetcher]:
    """Queries with the rights of the service."""
    fetcher = Fetcher(service_conninfo(postgres_url), 2, 10.0)
    await fetcher.open()
    yield fetcher
    await fetcher.close()


@pytest.fixture
async def key(fetcher: Fetcher) -> str:
    """A key from before environments were kept."""
    keys, name = PostgresKeys(fetcher), uuid4().hex
    await keys.add_operator(name, NOW)
    await keys.add_key(StoredKey(name[:16], name, b"hash", NOW))
    return name[:16]


async def kept(fetcher: Fetcher, key: str) -> StoredKey:
    found = await PostgresKeys(fetcher).find_key(key)
    assert found
    return found


class Away(Fetcher):
    """A database that is away until it is said to be back."""

    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher, self.away, self.asked = fetcher, True, 0
        self.asked_often = asyncio.Event()

    async def all(self, *args: object, **more: object) -> list[object]:  # type: ignore[override]
        self.asked += 1
        if self.asked == 3:
            self.asked_often.set()
        if self.away:
            raise StoreUnavailable("it is away")
        return await self.fetcher.all(*args, **more)  # type: ignore[arg-type]


async def test_the_latest_use_of_all_processes_is_kept(fetcher: Fetcher, key: str) -> None:
    one, other = PostgresKeyUses(fetcher), PostgresKeyUses(fetcher)
    for seconds in (1, 9, 5):
        one.note(key, "test", NOW + timedelta(seconds=seconds))
    other.note(key, "test", NOW + timedelta(seconds=3))
    await one.flush()
    await other.flush()
    found = await kept(fetcher, key)
    assert found.last_used_at == NOW + timedelta(seconds=5)
    assert found.environment == "test"


async def test_uses_are_written_beside_the_requests_and_together(fetcher: Fetcher, key: str) -> None:
    counted = Away(fetcher)
    counted.away = False
    uses = PostgresKeyUses(counted, pause=0.05)
    running = asyncio.create_task(uses.run())
    for _ in range(50):
        uses.note(key, "live", NOW)
    assert counted.asked == 0
    async with asyncio.timeout(10):
        while (await kept(fetcher, key)).last_used_at is None:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    running.cancel()
    assert counted.asked == 1


async def test_what_can_not_be_written_waits_and_the_last_is_written_at_the_end(
    fetcher: Fetcher, key: str
) -> None:
    away = Away(fetcher)
    uses = PostgresKeyUses(away, pause=0.001)
    running = asyncio.create_task(uses.run())
    uses.note(key, "live", NOW)
    async with asyncio.timeout(10):
        await away.asked_often.wait()
    running.cancel()
    assert (await kept(fetcher, key)).last_used_at is None
    away.away = False
    await uses.close()
    assert (await kept(fetcher, key)).last_used_at == NOW


async def test_a_service_that_ends_while_the_database_is_away_ends(fetcher: Fetcher, key: str) -> None:
    uses = PostgresKeyUses(Away(fetcher))
    uses.note(key, "live", NOW)
    await uses.close()
    assert (await kept(fetcher, key)).last_used_at is None


async def test_a_use_of_a_key_that_there_is_not_does_no_harm(fetcher: Fetcher, key: str) -> None:
    uses = PostgresKeyUses(fetcher)
    uses.note("nokey", "live", NOW)
    uses.note(key, "live", NOW)
    await uses.flush()
    assert (await kept(fetcher, key)).last_used_at == NOW


async def test_a_statement_that_is_sent_twice_replaces_a_key_once(fetcher: Fetcher, key: str) -> None:
    keys, old = PostgresKeys(fetcher), await kept(fetcher, key)
    new = StoredKey(key[::-1], old.operator, b"other", NOW, environment="live")
    until = NOW + timedelta(hours=1)
    assert await keys.replace_key(key, until, new)
    assert await keys.replace_key(key, until, new)
    assert [one.key_id for one in await keys.keys_of(old.operator)] == sorted((key, key[::-1]))
    another = StoredKey("another", old.operator, b"third", NOW)
    assert not await keys.replace_key(key, until, another)
    assert await keys.find_key("another") is None
    assert (await kept(fetcher, key)).expires_at == until


async def test_another_operators_key_is_not_replaced(fetcher: Fetcher, key: str) -> None:
    keys = PostgresKeys(fetcher)
    await keys.add_operator(f"other-{key}", NOW)
    assert not await keys.replace_key(key, NOW, StoredKey("another", f"other-{key}", b"third", NOW))
    assert (await kept(fetcher, key)).rotated_to is None
