"""The log can be added to and read, nothing else: by grants for the service, by triggers for the owner."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.postgres.session import ROLE, service_conninfo
from croupier.service.ports import Append, NewEntry

CHANGES = [
    "UPDATE croupier.entries SET record = 'forged' WHERE position = 0",
    "DELETE FROM croupier.entries",
    "DELETE FROM croupier.entries WHERE false",
    "TRUNCATE croupier.entries",
    "TRUNCATE croupier.entries CASCADE",
    "MERGE INTO croupier.entries e USING (SELECT 1) x ON true WHEN MATCHED THEN DELETE",
    "INSERT INTO croupier.entries SELECT * FROM croupier.entries"
    " ON CONFLICT (log, position) DO UPDATE SET record = 'forged'",
]
BY_APPEND_ALONE = [
    "INSERT INTO croupier.entries (position, log, revision, stream, record) VALUES (9, 1, 9, 'table-9', 'x')",
    "INSERT INTO croupier.logs (log) VALUES ('other')",
    "UPDATE croupier.logs SET head = 99",
    "INSERT INTO croupier.streams VALUES (1, 1, 'table-9')",
    "UPDATE croupier.streams SET revision = 99",
    "DELETE FROM croupier.streams",
    "INSERT INTO croupier.answers VALUES (1, 1, now(), '', '', '', '')",
    "UPDATE croupier.answers SET answer = 'forged'",
    "DELETE FROM croupier.answers",
    "INSERT INTO croupier.checkpoints (log, size, root, note) VALUES (1, 9, sha256('x'), 'forged')",
    "SELECT croupier.lock_checkpoints(1)",
]
UNREVOKING = [
    "UPDATE croupier.operator_keys SET revoked_at = NULL WHERE key_id = %s",
    "UPDATE croupier.operator_keys SET revoked_at = now() + interval '1 year' WHERE key_id = %s",
    "INSERT INTO croupier.operator_keys (key_id, operator, hash)"
    " SELECT key_id, operator, hash FROM croupier.operator_keys WHERE key_id = %s"
    " ON CONFLICT (key_id) DO UPDATE SET revoked_at = NULL",
]
PROLONGING = [
    "UPDATE croupier.operator_keys SET expires_at = NULL WHERE key_id = %s",
    "UPDATE croupier.operator_keys SET expires_at = expires_at + interval '1 second' WHERE key_id = %s",
    "UPDATE croupier.operator_keys SET rotated_to = 'another' WHERE key_id = %s",
    "UPDATE croupier.operator_keys SET rotated_to = NULL WHERE key_id = %s",
    "UPDATE croupier.operator_keys SET environment = 'live' WHERE key_id = %s",
]
SCHEMA = [
    "ALTER TABLE croupier.entries DISABLE TRIGGER append_only",
    "DROP TABLE croupier.entries",
    "CREATE TABLE croupier.entries2 (x int)",
    "CREATE OR REPLACE FUNCTION croupier.refuse_change() RETURNS trigger LANGUAGE sql AS 'SELECT 1'",
    "UPDATE croupier.operator_keys SET hash = 'mine'",
    "DELETE FROM croupier.operator_keys",
    "DELETE FROM croupier.operators",
    "UPDATE croupier.kept_answers SET answer = 'forged'",
    "DELETE FROM croupier.kept_answers",
    "INSERT INTO croupier.persons VALUES ('log', 'player', '', now())",
    "UPDATE croupier.persons SET document = ''",
    "DELETE FROM croupier.persons",
    "UPDATE croupier.player_keys SET sealed = 'mine'",
    "DELETE FROM croupier.player_keys",
]


@pytest.fixture(autouse=True)
async def an_entry(store: PostgresEventStore, log: str) -> None:
    """So that there is a row to change."""
    await store.append(Append(log, (NewEntry("table-1", 1, b"{}"),)))


@pytest.fixture
def service(postgres_url: str) -> Iterator[psycopg.Connection]:
    """A session as the service has it."""
    with psycopg.connect(service_conninfo(postgres_url), autocommit=True) as connection:
        yield connection


@pytest.fixture
def owner(postgres_url: str) -> Iterator[psycopg.Connection]:
    """A session as the migrations have it."""
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        yield connection


def test_the_service_works_as_a_role_that_cannot_log_in(service: psycopg.Connection) -> None:
    found = service.execute(
        "SELECT rolname, rolcanlogin, rolsuper FROM pg_roles WHERE rolname = current_user"
    ).fetchone()
    assert found == (ROLE, False, False)


@pytest.mark.parametrize("statement", CHANGES + BY_APPEND_ALONE)
def test_the_service_cannot_write_past_append(service: psycopg.Connection, statement: str) -> None:
    with pytest.raises(InsufficientPrivilege, match="permission denied"):
        service.execute(statement)


@pytest.mark.parametrize("statement", SCHEMA)
def test_the_service_cannot_change_the_schema_or_the_keys(
    service: psycopg.Connection, statement: str
) -> None:
    with pytest.raises(InsufficientPrivilege):
        service.execute(statement)


@pytest.mark.parametrize("statement", UNREVOKING)
def test_nobody_brings_a_revoked_key_back(
    service: psycopg.Connection, owner: psycopg.Connection, log: str, statement: str
) -> None:
    service.execute("INSERT INTO croupier.operators (operator) VALUES (%s)", [log])
    service.execute(
        "INSERT INTO croupier.operator_keys (key_id, operator, hash) VALUES (%s, %s, 'h')", [log, log]
    )
    assert service.execute(UNREVOKING[0], [log]).rowcount == 1  # it is in force
    service.execute("UPDATE croupier.operator_keys SET revoked_at = now() WHERE key_id = %s", [log])
    for session in (service, owner):
        with pytest.raises(InsufficientPrivilege, match="final"):
            session.execute(statement, [log])


@pytest.mark.parametrize("statement", PROLONGING)
def test_nobody_prolongs_a_key_or_moves_it_to_another_environment(
    service: psycopg.Connection, owner: psycopg.Connection, log: str, statement: str
) -> None:
    service.execute("INSERT INTO croupier.operators (operator) VALUES (%s)", [log])
    service.execute(
        "INSERT INTO croupier.operator_keys (key_id, operator, hash, environment, expires_at, rotated_to)"
        " VALUES (%s, %s, 'h', 'test', now(), 'one')",
        [log, log],
    )
    for session in (service, owner):
        with pytest.raises(InsufficientPrivilege, match="final"):
            session.execute(statement, [log])
    shortened = (
        "UPDATE croupier.operator_keys SET expires_at = expires_at - interval '1 day' WHERE key_id = %s"
    )
    assert service.execute(shortened, [log]).rowcount == 1


@pytest.mark.parametrize("statement", CHANGES)
def test_the_owner_too_is_refused_a_change_of_the_log(owner: psycopg.Connection, statement: str) -> None:
    with pytest.raises(InsufficientPrivilege, match="append-only"):
        owner.execute(statement)


def test_the_triggers_fire_for_replication_too_and_never_for_an_insert(owner: psycopg.Connection) -> None:
    found = owner.execute(
        "SELECT tgenabled, pg_get_triggerdef(oid) FROM pg_trigger"
        " WHERE tgrelid = 'croupier.entries'::regclass AND NOT tgisinternal"
    ).fetchall()
    assert [(enabled, "INSERT" in definition) for enabled, definition in found] == [("A", False)]


def test_a_role_without_a_grant_may_nothing(owner: psycopg.Connection, log: str) -> None:
    owner.execute(f'CREATE ROLE "{log}"')
    rights = owner.execute(
        "SELECT has_schema_privilege(%(role)s, 'croupier', 'USAGE'),"
        " has_table_privilege(%(role)s, 'croupier.entries', 'SELECT'),"
        " bool_or(has_function_privilege(%(role)s, oid, 'EXECUTE')) FROM pg_proc WHERE proname = 'append'"
        " AND pronamespace = 'croupier'::regnamespace",
        {"role": log},
    ).fetchone()
    assert rights == (False, False, False)


@pytest.mark.parametrize("function", ["append", "publish_checkpoint"])
def test_what_writes_for_the_service_runs_as_the_owner_with_a_fixed_search_path(
    owner: psycopg.Connection, function: str
) -> None:
    found = owner.execute(
        "SELECT prosecdef, proconfig FROM pg_proc WHERE oid = %s::regproc", [f"croupier.{function}"]
    ).fetchone()
    assert found is not None
    assert found[0] is True
    assert "search_path=croupier, pg_temp" in found[1]


def test_a_record_of_65_536_bytes_is_refused_by_the_table_itself(owner: psycopg.Connection, log: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation):
        owner.execute(
            "INSERT INTO croupier.entries (position, log, revision, stream, record)"
            " SELECT 1, id, 2, 'table-1', %s FROM croupier.logs WHERE log = %s",
            [bytes(65_536), log],
        )
