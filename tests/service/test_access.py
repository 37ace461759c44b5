"""Who calls: keys and tokens as they are made, remembered, replaced and forgotten."""

from datetime import timedelta
from typing import get_args

import pytest
from tests.support.keys import NOW, Set

from croupier.adapters.http.live.welcome import Welcome
from croupier.domain.decider import Actor
from croupier.service.access import KEY_TRUSTED
from croupier.service.apikeys import new_api_key
from croupier.service.callers import Caller
from croupier.service.errors import InvalidName, KeyNotInForce, NotFound, OperatorExists, Unauthenticated
from croupier.service.keymaking import KeyWish
from croupier.service.ports import StoredKey
from croupier.service.roles import KeyRole


async def test_a_key_is_looked_up_once_and_again_when_it_was_trusted_long_enough() -> None:
    found = Set()
    key = await found.making.create_operator("op")
    for _ in range(5):
        assert (await found.access.caller(key)).log == "op"
    assert found.keys.asked == 1
    found.clock.time += KEY_TRUSTED
    await found.access.caller(key)
    assert found.keys.asked == 2


async def test_a_revoked_key_is_good_no_longer_than_it_is_trusted() -> None:
    found = Set()
    key = await found.making.create_operator("op")
    await found.access.caller(key)
    await found.making.revoke_key(key.split("_")[2])
    found.clock.time += KEY_TRUSTED
    with pytest.raises(Unauthenticated):
        await found.access.caller(key)
    first = await found.making.revoke_key(key.split("_")[2])
    found.clock.time += KEY_TRUSTED
    assert await found.making.revoke_key(key.split("_")[2]) == first
    with pytest.raises(NotFound):
        await found.making.revoke_key("nosuchkey")


async def test_who_trusts_a_key_for_longer_does_so_no_longer_than_access_itself() -> None:
    found = Set()
    key = await found.making.create_operator("op")
    assert await found.access.trusted_until(key) == NOW + KEY_TRUSTED
    found.clock.time += KEY_TRUSTED - timedelta(milliseconds=1)
    await found.making.revoke_key(key.split("_")[2])
    welcome = Welcome(found.access, found.clock, key)
    assert await found.access.trusted_until(key) == NOW + KEY_TRUSTED
    assert await welcome.lasts()
    found.clock.time = NOW + KEY_TRUSTED
    assert not await welcome.lasts()
    with pytest.raises(Unauthenticated):
        await found.access.trusted_until(key)


async def test_a_stream_is_welcome_as_long_as_its_key_is_and_asks_once_in_the_time_it_is_trusted() -> None:
    found = Set()
    key = await found.making.create_operator("op")
    streams = [Welcome(found.access, found.clock, key) for _ in range(50)]
    for _ in range(3):
        assert all([await stream.lasts() for stream in streams])
        found.clock.time += KEY_TRUSTED
    assert found.keys.asked == 3


async def test_only_keys_that_were_not_valid_here_before_are_guesses() -> None:
    found = Set()
    key, token = await found.making.create_operator("op"), "no.key.atall"
    assert found.access.is_a_guess(key)
    await found.access.caller(key)
    found.clock.time += timedelta(days=1)
    assert not found.access.is_a_guess(key)
    assert not found.access.is_a_guess(token)
    assert found.access.is_a_guess(f"{key[:-1]}x")


@pytest.mark.parametrize("role", get_args(KeyRole))
@pytest.mark.parametrize("name", ["op", "abcdefghijklmnop"])
async def test_no_name_passes_a_key_off_as_one_without_a_name(role: KeyRole, name: str) -> None:
    found = Set()
    found.keys.operators.add("op")
    with pytest.raises(InvalidName):
        await found.making.create_key("op", role=role, name=name)
    assert not found.keys.kept


async def test_a_key_is_good_until_it_expires_and_not_for_a_moment_longer() -> None:
    found = Set()
    found.keys.operators.add("op")
    key = (await found.making.issue(KeyWish("op", expires_at=NOW + timedelta(seconds=7)))).text
    for seconds in (0.0, 4.0, 6.999):
        found.clock.time = NOW + timedelta(seconds=seconds)
        assert (await found.access.caller(key)).log == "op"
    found.clock.time = NOW + timedelta(seconds=7)
    with pytest.raises(Unauthenticated):
        await found.access.caller(key)


async def test_a_replaced_key_is_good_for_the_overlap_and_the_new_one_from_the_first_moment() -> None:
    found = Set()
    found.keys.operators.add("op")
    wish = KeyWish("op", "test", "auditor", "office", NOW + timedelta(days=9))
    old = await found.making.issue(wish)
    new = await found.making.rotate(old.stored.key_id, timedelta(hours=1), "ann")
    one, other = await found.access.caller(old.text), await found.access.caller(new.text)
    assert one == Caller("op.test", Actor("auditor", "office"), "test", key=old.stored.key_id)
    assert other == Caller("op.test", Actor("auditor", "office"), "test", key=new.stored.key_id)
    assert (new.stored.expires_at, new.stored.made_by) == (wish.expires_at, "ann")
    with pytest.raises(KeyNotInForce):
        await found.making.rotate(old.stored.key_id, timedelta(hours=1))
    found.clock.time += timedelta(hours=1)
    with pytest.raises(Unauthenticated):
        await found.access.caller(old.text)
    assert await found.access.caller(new.text) == other


@pytest.mark.parametrize("role", ["operator", "auditor", "regulator", "admin", "spectator"])
async def test_the_holder_of_a_key_without_a_name_stays_the_same_when_it_is_replaced(role: KeyRole) -> None:
    found = Set()
    found.keys.operators.add("op")
    old = await found.making.issue(KeyWish("op", role=role))
    new = await found.making.rotate(old.stored.key_id, timedelta(hours=1))
    newest = await found.making.rotate(new.stored.key_id, timedelta(hours=1))
    actors = {(await found.access.caller(key.text)).actor for key in (old, new, newest)}
    assert actors == {Actor(role, "op" if role == "operator" else old.stored.key_id)}


async def test_a_key_that_is_revoked_or_expired_is_not_replaced() -> None:
    found = Set()
    found.keys.operators.add("op")
    brief = await found.making.issue(KeyWish("op", expires_at=NOW))
    ended = await found.making.issue(KeyWish("op"))
    await found.making.revoke_key(ended.stored.key_id)
    for key in (brief, ended):
        with pytest.raises(KeyNotInForce):
            await found.making.rotate(key.stored.key_id, timedelta(hours=1))
    with pytest.raises(NotFound):
        await found.making.rotate("a" * 16, timedelta(hours=1))
    assert len(found.keys.kept) == 2


async def test_the_use_of_a_key_is_noted_when_it_is_looked_up_and_that_of_a_wrong_one_never() -> None:
    found = Set()
    key = await found.making.create_operator("op", "test")
    for _ in range(3):
        await found.access.caller(key)
    with pytest.raises(Unauthenticated):
        await found.access.caller(key[:-1] + ("a" if key[-1] != "a" else "b"))
    assert found.uses.noted == [(key.split("_")[2], "test", NOW)]


async def test_a_spectators_token_reads_back_as_a_spectators_and_each_is_another() -> None:
    found = Set()
    operator = Caller("op.test", Actor("operator", "op"), "test")
    one = found.access.mint_spectator(operator, timedelta(seconds=10), "baccarat-x")
    other = found.access.mint_spectator(operator, timedelta(seconds=10), None)
    caller = await found.access.caller(one.token)
    assert caller == Caller("op.test", Actor("spectator", one.spectator), "test", "baccarat-x")
    assert one.spectator != other.spectator


async def test_when_a_token_expires_is_told_with_six_decimals_like_all_times() -> None:
    found, operator = Set(), Caller("op", Actor("operator", "op"), "test")
    ends = "2026-01-01T00:00:10.000000Z"
    assert found.access.mint(operator, "ann", timedelta(seconds=10), None).expires_at == ends
    assert found.access.mint_spectator(operator, timedelta(seconds=10), None).expires_at == ends


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
    await found.making.create_operator("op")
    with pytest.raises(OperatorExists):
        await found.making.create_operator("op")
    with pytest.raises(NotFound):
        await found.making.create_key("nobody")


@pytest.mark.parametrize("role", ["operator", "auditor", "regulator", "admin", "spectator"])
async def test_the_log_names_the_holder_of_a_key_in_his_role(role: KeyRole) -> None:
    found = Set()
    await found.making.create_operator("op")
    key = await found.making.create_key("op", role=role, name="desk-4")
    assert await found.access.caller(key) == Caller("op", Actor(role, "desk-4"), key=key.split("_")[2])


async def test_without_a_name_an_operators_key_acts_as_the_operator_and_another_by_its_id() -> None:
    found = Set()
    key = await found.making.create_operator("op")
    assert (await found.access.caller(key)).actor == Actor("operator", "op")
    other = await found.making.create_key("op", role="auditor")
    assert (await found.access.caller(other)).actor == Actor("auditor", other.split("_")[2])


@pytest.mark.parametrize("name", ["", "-", " ann", "ann smith", "ann\n", "ann POST /v1", "é", "a" * 65])
async def test_a_name_that_is_not_fit_for_the_log_is_refused(name: str) -> None:
    found = Set()
    await found.making.create_operator("op")
    with pytest.raises(InvalidName):
        await found.making.create_key("op", role="auditor", name=name)
    assert len(found.keys.kept) == 1
