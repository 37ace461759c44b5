"""Migrations run again, at once, and after a start that was cut short."""

from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from croupier.adapters.postgres import PostgresEventStore, migrate
from croupier.service.ports import Append, Appended, NewEntry


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


@pytest.mark.parametrize(("logged", "used"), [(False, []), (True, [("log",), ("seal",), ("token",)])])
async def test_a_database_that_was_logged_in_before_it_noted_keys_knows_those_of_then(
    fresh_url: str, logged: bool, used: list[tuple[str]]
) -> None:
    migrate(fresh_url)
    if logged:
        await appends_once(fresh_url)
    with psycopg.connect(fresh_url) as owner:
        owner.execute("DROP TABLE croupier.used_keys")
        owner.execute("DELETE FROM croupier._yoyo_migration WHERE migration_id LIKE '0013%'")
    migrate(fresh_url)
    with psycopg.connect(fresh_url) as owner:
        assert owner.execute("SELECT name FROM croupier.used_keys ORDER BY name").fetchall() == used


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
