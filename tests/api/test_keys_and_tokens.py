"""Keys and tokens themselves: how they are made, kept, remembered and forgotten."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from msgspec.structs import replace
from tests.api.calling import Operator
from tests.api.conftest import Served
from tests.support.fakes import CountedEntropy

from croupier.adapters.tokens import JwtTokens
from croupier.domain.decider import Actor
from croupier.service.access import KEY_TRUSTED, Access
from croupier.service.apikeys import new_api_key, parse_api_key
from croupier.service.callers import Caller
from croupier.service.errors import InvalidName, NotFound, OperatorExists, Unauthenticated
from croupier.service.ports import Grant, StoredKey
from croupier.service.roles import KeyRole

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TOKENS = JwtTokens(b"k" * 32)


class SetClock:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.time = NOW

    def now(self) -> datetime:
        return self.time


class CountedKeys:
    """Keys in memory that count how often they are asked."""

    def __init__(self) -> None:
        self.kept: dict[str, StoredKey] = {}
        self.operators: set[str] = set()
        self.asked = 0

    async def add_operator(self, operator: str, at: datetime) -> bool:
        new = operator not in self.operators
        self.operators.add(operator)
        return new

    async def add_key(self, key: StoredKey) -> bool:
        self.kept[key.key_id] = key
        return key.operator in self.operators

    async def find_key(self, key_id: str) -> StoredKey | None:
        self.asked += 1
        return self.kept.get(key_id)

    async def keys_of(self, operator: str) -> list[StoredKey]:
        return [key for key in self.kept.values() if key.operator == operator]

    async def revoke_key(self, key_id: str, at: datetime) -> bool:
        key = self.kept.get(key_id)
        if key is None or key.revoked_at:
            return False
        self.kept[key_id] = replace(key, revoked_at=at)
        return True


class Set:
    """Access with a clock that is set by hand."""

    def __init__(self) -> None:
        self.keys, self.clock = CountedKeys(), SetClock()
        self.access = Access(self.keys, TOKENS, self.clock, CountedEntropy())


async def test_a_key_is_looked_up_once_and_again_when_it_was_trusted_long_enough() -> None:
    found = Set()
    key = await found.access.create_operator("op")
    for _ in range(5):
        assert (await found.access.caller(key)).log == "op"
    assert found.keys.asked == 1
    found.clock.time += KEY_TRUSTED
    await found.access.caller(key)
    assert found.keys.asked == 2


async def test_a_revoked_key_is_good_no_longer_than_it_is_trusted() -> None:
    found = Set()
    key = await found.access.create_operator("op")
    await found.access.caller(key)
    await found.access.revoke_key(key.split("_")[2])
    found.clock.time += KEY_TRUSTED
    with pytest.raises(Unauthenticated):
        await found.access.caller(key)
    with pytest.raises(NotFound):
        await found.access.revoke_key(key.split("_")[2])


async def test_a_remembered_token_is_good_until_it_expires_and_no_longer() -> None:
    found = Set()
    operator = Caller("op", Actor("operator", "op"), "test")
    token = found.access.mint(operator, "ann", timedelta(seconds=10), "baccarat-x").token
    caller = await found.access.caller(token)
    assert caller == Caller("op", Actor("player", "ann"), "test", "baccarat-x")
    found.clock.time += timedelta(seconds=9.999)
    assert await found.access.caller(token) == caller
    found.clock.time += timedelta(seconds=0.001)
    with pytest.raises(Unauthenticated):
        await found.access.caller(token)


async def test_what_is_not_valid_is_not_remembered() -> None:
    found = Set()
    key = new_api_key("live", bytes(64))
    found.keys.operators.add("op")
    with pytest.raises(Unauthenticated):
        await found.access.caller(key.text)
    await found.keys.add_key(StoredKey(key.key_id, "op", key.hash, NOW))
    assert (await found.access.caller(key.text)).log == "op"


async def test_an_operator_is_created_once() -> None:
    found = Set()
    await found.access.create_operator("op")
    with pytest.raises(OperatorExists):
        await found.access.create_operator("op")
    with pytest.raises(NotFound):
        await found.access.create_key("nobody")


@pytest.mark.parametrize("role", ["operator", "auditor", "regulator"])
async def test_the_log_names_the_holder_of_a_key_in_his_role(role: KeyRole) -> None:
    found = Set()
    await found.access.create_operator("op")
    key = await found.access.create_key("op", role=role, name="desk-4")
    assert await found.access.caller(key) == Caller("op", Actor(role, "desk-4"))


async def test_without_a_name_an_operators_key_acts_as_the_operator_and_another_by_its_id() -> None:
    found = Set()
    key = await found.access.create_operator("op")
    assert (await found.access.caller(key)).actor == Actor("operator", "op")
    other = await found.access.create_key("op", role="auditor")
    assert (await found.access.caller(other)).actor == Actor("auditor", other.split("_")[2])


@pytest.mark.parametrize("name", ["", "-", " ann", "ann smith", "ann\n", "ann POST /v1", "é", "a" * 65])
async def test_a_name_that_is_not_fit_for_the_log_is_refused(name: str) -> None:
    found = Set()
    await found.access.create_operator("op")
    with pytest.raises(InvalidName):
        await found.access.create_key("op", role="auditor", name=name)
    assert len(found.keys.kept) == 1


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


async def test_the_database_holds_no_key_but_its_hash(operator: Operator, postgres_url: str) -> None:
    key = operator.caller.bearer
    assert key
    secret = key.split("_")[3]
    with psycopg.connect(postgres_url) as connection:
        rows = connection.execute("SELECT k::text FROM croupier.operator_keys k").fetchall()
    assert any(key.split("_")[2] in row for (row,) in rows)
    assert not any(secret in row or secret.encode().hex() in row for (row,) in rows)


async def test_an_operators_keys_are_listed_with_the_time_they_were_made_and_revoked(
    operator: Operator,
) -> None:
    services = operator.parts.services
    second = await services.access.create_key(operator.name, "test")
    await services.access.revoke_key(second.split("_")[2])
    keys = await services.access.keys_of(operator.name)
    assert [key.revoked_at is None for key in keys] == [True, False]
    assert keys[0].created_at <= keys[1].created_at <= datetime.now(UTC)


async def test_roles_and_names_of_keys_are_kept_and_outlive_the_process(
    operator: Operator, other_process: Served
) -> None:
    key = await operator.parts.services.access.create_key(operator.name, role="auditor", name="a.smith@x-1")
    caller = await other_process.parts.services.access.caller(key)
    assert caller == Caller(operator.name, Actor("auditor", "a.smith@x-1"))
    first, second = await operator.parts.services.access.keys_of(operator.name)
    assert (first.role, first.name) == ("operator", None)
    assert (second.role, second.name) == ("auditor", "a.smith@x-1")


async def test_no_key_can_be_kept_in_a_role_that_there_is_not(operator: Operator, postgres_url: str) -> None:
    with (
        psycopg.connect(postgres_url) as connection,
        pytest.raises(psycopg.errors.CheckViolation, match="operator_keys_role"),
    ):
        connection.execute("UPDATE croupier.operator_keys SET role = 'owner'")
