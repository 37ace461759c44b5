"""Migrations run again, at once, and after a start that was cut short."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from croupier.adapters.postgres import PostgresEventStore, migrate
from croupier.service.ports import Append, Appended, NewEntry


@pytest.fixture
def fresh_url(empty_postgres_url: str, log: str) -> Iterator[str]:
    """A database of its own, of which `croupier` is the owner."""
    superuser = make_conninfo(empty_postgres_url, user="postgres", dbname="postgres")
    with psycopg.connect(superuser, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{log}" OWNER croupier')
        yield make_conninfo(empty_postgres_url, dbname=log)
        connection.execute(f'DROP DATABASE "{log}" WITH (FORCE)')


def applied(url: str) -> list[tuple[str]]:
    with psycopg.connect(url) as owner:
        return owner.execute("SELECT migration_id FROM croupier._yoyo_migration ORDER BY 1").fetchall()


async def appends_once(url: str) -> None:
    async with PostgresEventStore(url) as store:
        assert await store.append(Append("house", (NewEntry("table-1", 1, b"{}"),))) == Appended(0)


async def test_migrating_twice_changes_nothing(fresh_url: str) -> None:
    migrate(fresh_url)
    before = applied(fresh_url)
    await appends_once(fresh_url)
    migrate(fresh_url)
    assert applied(fresh_url) == before != []
    async with PostgresEventStore(fresh_url) as store:
        assert await store.head("house") == 0


async def test_several_may_migrate_at_once(fresh_url: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(migrate, [fresh_url] * 6))
    await appends_once(fresh_url)


async def test_a_migration_whose_end_was_not_noted_runs_again(fresh_url: str) -> None:
    migrate(fresh_url)
    before = applied(fresh_url)
    with psycopg.connect(fresh_url) as owner:
        owner.execute("DELETE FROM croupier._yoyo_migration")
    migrate(fresh_url)
    assert applied(fresh_url) == before
    await appends_once(fresh_url)


def test_a_lock_left_by_a_killed_process_does_not_bar_the_next(fresh_url: str) -> None:
    migrate(fresh_url)
    with psycopg.connect(fresh_url) as owner:
        owner.execute("INSERT INTO croupier.yoyo_lock (locked, ctime, pid) VALUES (1, now(), 99999)")
        owner.execute("DROP TABLE croupier._yoyo_version")
        owner.execute("DELETE FROM croupier._yoyo_migration")
        owner.execute("DROP TABLE croupier._yoyo_log")
        owner.execute("DROP TABLE croupier._yoyo_migration")
    migrate(fresh_url)
    assert len(applied(fresh_url)) >= 4


async def test_an_address_may_be_given_in_any_of_libpqs_forms(fresh_url: str) -> None:
    words = conninfo_to_dict(fresh_url)
    migrate(f"postgresql://{words['user']}@/{words['dbname']}?host={words['host']}&application_name=croupier")
    await appends_once(fresh_url)


def test_a_database_that_is_away_is_an_error(fresh_url: str) -> None:
    with pytest.raises(psycopg.OperationalError):
        migrate(make_conninfo(fresh_url, host="/nowhere"))
