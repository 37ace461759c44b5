"""Keys and tokens as they are written and kept."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from tests.api.calling import Operator
from tests.api.conftest import Served
from tests.support.keys import NOW, TOKENS

from croupier.adapters.tokens import JwtTokens
from croupier.domain.decider import Actor
from croupier.service.apikeys import new_api_key, parse_api_key
from croupier.service.callers import Caller
from croupier.service.ports import Grant


def test_a_key_reads_back_and_its_representation_tells_no_secret() -> None:
    key = new_api_key("test", bytes(range(64)))
    assert parse_api_key(key.text) == key
    assert key.text.split("_")[3] not in repr(key)
    for wrong in (key.text.upper(), key.text + "a", key.text[:-1], key.text.replace("test", "prod"), ""):
        assert parse_api_key(wrong) is None


def test_a_token_reads_back_as_what_it_grants() -> None:
    for grant in (
        Grant("op", "ann", NOW + timedelta(hours=1)),
        Grant("op", "ann", NOW + timedelta(hours=1), test=True, table="baccarat-x"),
        Grant("op", "watcher", NOW + timedelta(hours=1), role="spectator"),
    ):
        assert TOKENS.read(TOKENS.write(grant, NOW, "id"), NOW) == grant


def test_a_token_of_a_clock_that_is_ahead_is_good() -> None:
    grant = Grant("op", "ann", NOW + timedelta(hours=1))
    assert TOKENS.read(TOKENS.write(grant, NOW + timedelta(minutes=2), "id"), NOW) == grant


def test_a_changed_token_is_none() -> None:
    token = TOKENS.write(Grant("op", "ann", NOW + timedelta(hours=1)), NOW, "id")
    head, claims, signature = token.split(".")
    assert TOKENS.read(f"{head}.{claims[:-4]}AAAA.{signature}", NOW) is None
    assert TOKENS.read(f"{head}.{claims}.{signature[::-1]}", NOW) is None
    assert TOKENS.read(f"{head}.{claims}.", NOW) is None


def test_a_short_token_key_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        JwtTokens(b"short")


async def test_the_database_holds_no_key_but_its_hash(operator: Operator, service_url: str) -> None:
    key = operator.caller.bearer
    assert key
    secret = key.split("_")[3]
    with psycopg.connect(service_url) as connection:
        rows = connection.execute("SELECT k::text FROM croupier.operator_keys k").fetchall()
    assert any(key.split("_")[2] in row for (row,) in rows)
    assert not any(secret in row or secret.encode().hex() in row for (row,) in rows)


async def test_an_operators_keys_are_listed_with_the_time_they_were_made_and_revoked(
    operator: Operator,
) -> None:
    services = operator.parts.services
    second = await services.keymaking.create_key(operator.name, "test")
    await services.keymaking.revoke_key(second.split("_")[2])
    keys = await services.keymaking.keys_of(operator.name)
    assert [key.revoked_at is None for key in keys] == [True, False]
    assert keys[0].created_at <= keys[1].created_at <= datetime.now(UTC)


async def test_roles_and_names_of_keys_are_kept_and_outlive_the_process(
    operator: Operator, other_process: Served
) -> None:
    key = await operator.parts.services.keymaking.create_key(
        operator.name, role="auditor", name="a.smith@x-1"
    )
    caller = await other_process.parts.services.access.caller(key)
    assert caller == Caller(operator.name, Actor("auditor", "a.smith@x-1"), key=key.split("_")[2])
    first, second = await operator.parts.services.keymaking.keys_of(operator.name)
    assert (first.role, first.name) == ("operator", None)
    assert (second.role, second.name) == ("auditor", "a.smith@x-1")


async def test_no_key_can_be_kept_in_a_role_that_there_is_not(operator: Operator, service_url: str) -> None:
    with (
        psycopg.connect(service_url) as connection,
        pytest.raises(psycopg.errors.CheckViolation, match="operator_keys_role"),
    ):
        connection.execute("UPDATE croupier.operator_keys SET role = 'owner'")
