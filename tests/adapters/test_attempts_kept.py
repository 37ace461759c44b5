"""Refused commands in PostgreSQL: written behind, kept once, never changed, removed when they are old."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from random import getrandbits
from typing import Any
from uuid import UUID

import psycopg
import pytest
from msgspec import Raw
from msgspec.structs import replace
from psycopg.errors import InsufficientPrivilege

from croupier.adapters.postgres.attempts import PostgresAttempts
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.retention import PostgresRetention
from croupier.adapters.postgres.session import service_conninfo
from croupier.domain.decider import Actor
from croupier.service.errors import StoreUnavailable
from croupier.service.ports import Attempt
from croupier.service.retention import Kept, Retaining

NOW = datetime.now(UTC)
TABLE = "baccarat-aaaaaaaaaaaaaaaa"


def attempt(log: str, at: datetime = NOW, stream: str = TABLE, **changed: Any) -> Attempt:
    """A bet that was refused."""
    tried = Attempt(
        str(UUID(int=int(at.timestamp() * 1000) << 80 | 7 << 76 | 2 << 62 | getrandbits(62))),
        log,
        stream,
        at,
        Actor("player", "ann"),
        "place-bet",
        Raw(b'{"on":"tie","stake":5}'),
        "wrong-phase",
        1,
        7,
        "request-1",
    )
    return replace(tried, **changed)


@pytest.fixture
async def fetcher(postgres_url: str) -> AsyncIterator[Fetcher]:
    """Queries with the rights of the service."""
    fetcher = Fetcher(service_conninfo(postgres_url), 2, 10.0)
    await fetcher.open()
    yield fetcher
    await fetcher.close()


class Unreachable(Fetcher):
    """A database that is away until it is said to be back."""

    def __init__(self, fetcher: Fetcher) -> None:
        self.fetcher, self.away = fetcher, True

    async def all(self, make: Callable[..., Any], query: str, **parameters: object) -> list[Any]:
        if self.away:
            raise StoreUnavailable("away")
        return await self.fetcher.all(make, query, **parameters)


async def test_what_was_recorded_is_read_back_the_oldest_first(fetcher: Fetcher, log: str) -> None:
    attempts = PostgresAttempts(fetcher)
    tried = [attempt(log, NOW + timedelta(seconds=n), rule=n or None) for n in range(5)]
    for one in (tried[3], tried[0], tried[4], tried[1], tried[2]):
        attempts.record(one)
    attempts.record(attempt(log, stream="baccarat-bbbbbbbbbbbbbbbb"))
    attempts.record(attempt(f"{log}-other"))
    assert await attempts.of_stream(log, TABLE) == tried


async def test_attempts_are_read_by_time_and_page_by_page(fetcher: Fetcher, log: str) -> None:
    attempts = PostgresAttempts(fetcher)
    tried = [attempt(log, NOW + timedelta(seconds=n // 2)) for n in range(6)]
    for one in tried:
        attempts.record(one)
    tried.sort(key=lambda one: (one.at, one.id))
    after, read = None, []
    while page := await attempts.of_stream(log, TABLE, limit=2, after=after):
        read += page
        after = page[-1].id
    assert read == tried
    assert await attempts.of_stream(log, TABLE, since=NOW + timedelta(seconds=1)) == tried[2:]
    assert await attempts.of_stream(log, TABLE, until=NOW + timedelta(seconds=1)) == tried[:2]
    assert await attempts.of_stream(log, TABLE, tried[2].at, tried[4].at, after=tried[2].id) == tried[3:4]


async def test_who_reads_behind_an_attempt_that_is_gone_misses_none(fetcher: Fetcher, log: str) -> None:
    attempts = PostgresAttempts(fetcher)
    gone, there = attempt(log, NOW - timedelta(days=1)), attempt(log)
    attempts.record(there)
    assert await attempts.of_stream(log, TABLE, after=gone.id) == [there]


async def test_an_attempt_that_is_sent_twice_is_kept_once(fetcher: Fetcher, log: str) -> None:
    attempts, again = PostgresAttempts(fetcher), PostgresAttempts(fetcher)
    tried = attempt(log)
    for kept in (attempts, again):
        kept.record(tried)
        await kept.flush()
    assert await attempts.of_stream(log, TABLE) == [tried]


async def test_they_are_written_a_few_times_a_second_without_being_asked_for(
    fetcher: Fetcher, log: str, postgres_url: str
) -> None:
    attempts = PostgresAttempts(fetcher)
    running = asyncio.create_task(attempts.run())
    attempts.record(attempt(log))
    other = PostgresAttempts(fetcher)
    async with asyncio.timeout(20):
        while not await other.of_stream(log, TABLE):  # noqa: ASYNC110 - another reader sets no event
            await asyncio.sleep(0.05)
    running.cancel()


async def test_while_the_database_is_away_they_wait_and_beyond_a_bound_the_oldest_are_dropped(
    fetcher: Fetcher, log: str
) -> None:
    away = Unreachable(fetcher)
    attempts = PostgresAttempts(away, most=3)
    tried = [attempt(log, NOW + timedelta(seconds=n)) for n in range(5)]
    for one in tried[:2]:
        attempts.record(one)
    with pytest.raises(StoreUnavailable):
        await attempts.flush()
    for one in tried[2:]:
        attempts.record(one)
    away.away = False
    assert await attempts.of_stream(log, TABLE) == tried[2:]


async def test_the_rest_is_written_when_the_service_ends(fetcher: Fetcher, log: str) -> None:
    attempts = PostgresAttempts(fetcher)
    for _ in range(1200):
        attempts.record(attempt(log))
    await attempts.close()
    assert len(await PostgresAttempts(fetcher).of_stream(log, TABLE, limit=2000)) == 1200


async def test_a_service_that_ends_while_the_database_is_away_ends(fetcher: Fetcher, log: str) -> None:
    attempts = PostgresAttempts(Unreachable(fetcher))
    attempts.record(attempt(log))
    await attempts.close()
    assert await PostgresAttempts(fetcher).of_stream(log, TABLE) == []


CHANGES = [
    "UPDATE croupier.attempts SET code = 'forged'",
    "DELETE FROM croupier.attempts WHERE log = %(log)s",
    "TRUNCATE croupier.attempts",
]


@pytest.mark.parametrize("statement", CHANGES)
async def test_the_service_can_change_none(
    fetcher: Fetcher, log: str, postgres_url: str, statement: str
) -> None:
    attempts = PostgresAttempts(fetcher)
    attempts.record(attempt(log))
    await attempts.flush()
    with (
        psycopg.connect(service_conninfo(postgres_url), autocommit=True) as service,
        pytest.raises(InsufficientPrivilege, match="permission denied"),
    ):
        service.execute(statement, {"log": log})


@pytest.mark.parametrize("statement", CHANGES)
async def test_the_owner_too_is_refused_a_change(
    fetcher: Fetcher, log: str, postgres_url: str, statement: str
) -> None:
    attempts = PostgresAttempts(fetcher)
    attempts.record(attempt(log))
    await attempts.flush()
    with (
        psycopg.connect(postgres_url, autocommit=True) as owner,
        pytest.raises(InsufficientPrivilege, match="refused"),
    ):
        owner.execute(statement, {"log": log})


async def test_attempts_older_than_the_setting_are_removed_and_told(fetcher: Fetcher, log: str) -> None:
    attempts = PostgresAttempts(fetcher)
    old, young = attempt(log, NOW - timedelta(days=101)), attempt(log, NOW - timedelta(days=99))
    attempts.record(old)
    attempts.record(young)
    await attempts.flush()
    told: dict[str, int] = {}
    retaining = Retaining(PostgresRetention(fetcher), Kept(100, 36_500), told.__setitem__, _fail)
    await retaining.look()
    assert await attempts.of_stream(log, TABLE) == [young]
    assert told["attempts"] >= 1
    told.clear()
    await retaining.look()
    assert told == {}


async def test_no_setting_removes_attempts_younger_than_thirty_days(fetcher: Fetcher, log: str) -> None:
    attempts = PostgresAttempts(fetcher)
    young = attempt(log, NOW - timedelta(days=29))
    attempts.record(young)
    await attempts.flush()
    await PostgresRetention(fetcher).forget_attempts(0)
    assert await attempts.of_stream(log, TABLE) == [young]


async def test_one_process_at_a_time_removes_what_is_old(
    fetcher: Fetcher, log: str, postgres_url: str
) -> None:
    attempts = PostgresAttempts(fetcher)
    attempts.record(attempt(log, NOW - timedelta(days=4000)))
    await attempts.flush()
    retention = PostgresRetention(fetcher)
    with psycopg.connect(postgres_url) as other:
        other.execute("SELECT croupier.forget_attempts(36500)")
        assert await retention.forget_attempts(3650) == 0
    assert await retention.forget_attempts(3650) >= 1


async def test_stored_answers_older_than_the_setting_are_removed(
    fetcher: Fetcher, log: str, postgres_url: str
) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        for days in (9, 11):
            owner.execute(
                "INSERT INTO croupier.answers"
                " VALUES (-1, 0, now() - make_interval(days => %s), %s, '', '', '')",
                [days, f"{log} {days}"],
            )
    told: dict[str, int] = {}
    await Retaining(PostgresRetention(fetcher), Kept(36_500, 10), told.__setitem__, _fail).look()
    assert told["answers"] >= 1
    with psycopg.connect(postgres_url) as owner:
        left = owner.execute(
            "SELECT scope FROM croupier.answers WHERE scope LIKE %s", [f"{log} %"]
        ).fetchall()
    assert left == [(f"{log} 9",)]


def _fail(what: str, error: Exception) -> None:
    raise AssertionError(what) from error
