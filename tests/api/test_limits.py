"""Who asks too much is told to wait, over HTTP, in all processes; and is told beforehand what he has left."""

import re
from collections.abc import AsyncIterator
from uuid import uuid4

import httpx
import pytest
from msgspec.structs import replace
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served, new_operator, serving
from tests.api.logs import publish

from croupier.adapters.settings import Settings
from croupier.domain.decider import Actor
from croupier.service.apikeys import new_api_key
from croupier.service.callers import Caller as KnownCaller

_INVALID = new_api_key("live", bytes(30)).text


@pytest.fixture(scope="module")
def strict(settings: Settings) -> Settings:
    """Little is allowed, and it comes back slowly."""
    return replace(
        settings,
        rate_key=40,
        rate_player=5,
        rate_address=3,
        rate_seconds=3600,
        open_by_player=1,
        open_by_key=3,
        trusted_proxies="127.0.0.0/8",
    )


@pytest.fixture(scope="module")
async def limited(strict: Settings) -> AsyncIterator[Served]:
    async with serving(strict) as served:
        yield served


@pytest.fixture
async def house(limited: Served) -> Operator:
    return await new_operator(limited)


@pytest.fixture
def address() -> dict[str, str]:
    """The header of a request from an address that no other test has."""
    return {"X-Forwarded-For": f"2001:db8:{uuid4().hex[:4]}:{uuid4().hex[:4]}::1"}


def at(service: Served, caller: Caller) -> Caller:
    """The same caller at another process."""
    return Caller(service.url, caller.bearer)


LONGEST = {"key": 3600 // 40, "player": 3600 // 5, "address": 3600 // 3}
"""Seconds in which one request comes back to a quota."""


def quotas(response: httpx.Response) -> tuple[str, dict[str, int]]:
    """The policies as told, and what is left of each; one more comes back in the time that is told."""
    items = re.findall(r'"(\w+)";r=(\d+);t=(\d+)(?:, |$)', response.headers["ratelimit"])
    assert all(1 <= int(seconds) <= LONGEST[name] for name, _, seconds in items)
    return response.headers["ratelimit-policy"], {name: int(left) for name, left, _ in items}


async def test_every_answer_tells_the_quota_and_what_is_left_of_it(house: Operator) -> None:
    table = await house.table()
    read = await house.caller.get(f"/v1/tables/{table}")
    assert quotas(read) == ('"key";q=40;w=3600', {"key": 38})
    commanded = await house.caller.post(f"/v1/tables/{table}/baccarat/start-round")
    assert quotas(commanded) == ('"key";q=40;w=3600', {"key": 37})
    refused = await house.caller.post(f"/v1/tables/{table}/baccarat/start-round")
    assert code_of(refused, 409)
    assert quotas(refused) == ('"key";q=40;w=3600', {"key": 36})
    missing = await house.caller.get("/v1/tables/baccarat-aaaaaaaaaaaaaaaa")
    assert code_of(missing, 404)
    assert quotas(missing) == ('"key";q=40;w=3600', {"key": 35})


async def test_who_has_used_his_quota_up_is_refused_at_every_process_and_nothing_is_done(
    house: Operator, strict: Settings
) -> None:
    player = await house.player(money=0)
    async with serving(strict) as other:
        callers = [player.caller, at(other, player.caller)]
        path = f"/v1/wallets/{player.id}"
        answers = [await callers[number % 2].get(path) for number in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 5
        assert [quotas(answer)[1] for answer in answers] == [{"player": left} for left in (4, 3, 2, 1, 0)]
        refusals = [await caller.get(path) for caller in callers]
    for refused in refusals:
        assert code_of(refused, 429) == "rate-limited"
        assert refused.headers["ratelimit"] == f'"player";r=0;t={refused.headers["retry-after"]}'
        assert quotas(refused) == ('"player";q=5;w=3600', {"player": 0})
        problem = refused.json()
        assert problem["violated-policies"] == ["player"]
        assert problem["detail"] == "5 requests in 3600 s by one player at the most"
        assert problem["type"] == "/problems/rate-limited"


async def test_a_command_beyond_the_quota_is_not_done(house: Operator) -> None:
    table = await house.table()
    player = await house.seated(table)
    await house.start(table)
    bets = [await player.bet(table) for _ in range(6)]
    codes = [bet.status_code for bet in bets]
    assert codes.index(429) == 4, "one of the five was to take the seat"
    assert code_of(bets[-1], 429) == "rate-limited"
    assert bets[-1].json()["violated-policies"] == ["player"]
    revision = (await house.caller.get(f"/v1/tables/{table}")).json()["revision"]
    assert revision == bets[3].json()["revision"]


async def test_an_operator_who_acts_for_a_player_uses_both_quotas_and_either_refuses(house: Operator) -> None:
    player = await house.player(money=0)
    path, acting = f"/v1/wallets/{player.id}", {"Croupier-Player": player.id}
    first = await house.caller.get(path, headers=acting)
    assert quotas(first) == ('"key";q=40;w=3600, "player";q=5;w=3600', {"key": 37, "player": 4})
    for _ in range(4):
        assert (await player.caller.get(path)).is_success
    refused = await house.caller.get(path, headers=acting)
    assert code_of(refused, 429) == "rate-limited"
    assert refused.json()["violated-policies"] == ["player"]
    alone = await house.caller.get(path)
    assert quotas(alone)[1] == {"key": 36}, "the refused request was taken from neither quota"


async def test_who_may_not_act_for_a_player_uses_up_nothing_of_his(house: Operator) -> None:
    player = await house.player(money=0)
    acting = {"Croupier-Player": player.id}
    for role in ("auditor", "regulator", "admin"):
        holder = await house.holder(role)
        for _ in range(2):
            assert code_of(await holder.get("/v1/tables", headers=acting), 403) == "forbidden"
    assert quotas(await player.caller.get("/v1/tables"))[1] == {"player": 4}


async def test_looking_for_players_that_do_not_exist_is_counted_too(house: Operator) -> None:
    nobody = {"Croupier-Player": "aaaaaaaaaaaaaaaa"}
    for _ in range(5):
        assert code_of(await house.caller.get("/v1/tables", headers=nobody), 404) == "not-found"
    assert code_of(await house.caller.get("/v1/tables", headers=nobody), 429) == "rate-limited"


async def test_keys_of_other_holders_and_other_operators_have_quotas_of_their_own(
    house: Operator, limited: Served
) -> None:
    auditor, other = await house.holder("auditor"), (await new_operator(limited)).caller
    for _ in range(40):
        await house.caller.get("/v1/tables")
    assert code_of(await house.caller.get("/v1/tables"), 429)
    for caller in (auditor, other):
        assert quotas(await caller.get("/v1/tables"))[1] == {"key": 39}


async def test_guessing_keys_from_one_address_ends_soon(limited: Served, address: dict[str, str]) -> None:
    guesser = Caller(limited.url, _INVALID)
    guesses = [await guesser.get("/v1/tables", headers=address) for _ in range(5)]
    assert [guess.status_code for guess in guesses] == [401, 401, 401, 429, 429]
    assert quotas(guesses[0]) == ('"address";q=3;w=3600', {"address": 2})
    assert guesses[3].json()["violated-policies"] == ["address"]
    assert 1 <= int(guesses[4].headers["retry-after"]) <= LONGEST["address"]
    nothing = await Caller(limited.url, None).get("/v1/tables", headers=address)
    assert code_of(nothing, 429) == "rate-limited"


async def test_an_address_that_guessed_keeps_out_nobody_who_is_known(
    house: Operator, limited: Served, address: dict[str, str]
) -> None:
    assert (await house.caller.get("/v1/tables", headers=address)).is_success
    unknown = await house.holder("auditor")
    guesser = Caller(limited.url, _INVALID)
    for _ in range(4):
        await guesser.get("/v1/tables", headers=address)
    assert (await house.caller.get("/v1/tables", headers=address)).is_success
    assert code_of(await unknown.get("/v1/tables", headers=address), 429) == "rate-limited"
    elsewhere = {"X-Forwarded-For": "198.51.100.7"}
    assert (await unknown.get("/v1/tables", headers=elsewhere)).is_success


async def test_a_player_behind_an_address_that_guessed_is_let_in_however_new_he_is(
    house: Operator, limited: Served, address: dict[str, str]
) -> None:
    guesser = Caller(limited.url, _INVALID)
    for _ in range(4):
        await guesser.get("/v1/tables", headers=address)
    player = await house.player(money=0)
    assert (await player.caller.get("/v1/tables", headers=address)).is_success
    forger = Caller(limited.url, f"{player.caller.bearer}x")
    assert code_of(await forger.get("/v1/tables", headers=address), 429) == "rate-limited"


async def test_what_anybody_may_read_is_limited_by_address_but_not_for_who_looks_after_the_service(
    limited: Served, address: dict[str, str]
) -> None:
    anybody = Caller(limited.url, None)
    answers = [await anybody.get("/problems", headers=address) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert quotas(answers[0]) == ('"address";q=3;w=3600', {"address": 2})
    for _ in range(10):
        assert (await anybody.get("/health/live", headers=address)).is_success


async def test_more_long_requests_than_a_caller_may_have_open_are_refused(
    house: Operator, limited: Served
) -> None:
    table = await house.table()
    player = await house.player(money=0)
    holding = limited.parts.services.holding
    known = KnownCaller(house.name, Actor("player", player.id))
    path = f"/v1/tables/{table}/events"
    with holding.hold(known):
        refused = await player.caller.get(path, after=2**40, wait=1)
        assert code_of(refused, 429) == "rate-limited"
        assert refused.headers["retry-after"] == "5"
        assert refused.json()["violated-policies"] == ["open"]
        assert '"open";q=1;qu="concurrent-requests"' in refused.headers["ratelimit-policy"]
    assert (await player.caller.get(path, after=-1)).is_success
    with holding.hold(known):
        pass  # the one that he may have open: none other is


async def test_an_export_is_open_until_it_has_ended_however_it_does(house: Operator, limited: Served) -> None:
    holding, who = limited.parts.services.holding, KnownCaller(house.name, Actor("operator", house.name))
    path = f"/v1/log/{house.name}/bundle"
    await house.table()
    await publish(house)
    assert (await house.caller.get(path)).is_success
    assert (await house.caller.http.head(path)).is_success
    assert code_of(await house.caller.get(path, round="baccarat-aaaaaaaaaaaaaaaa.1"), 404)
    assert len([holding.hold(who) for _ in range(3)]) == 3  # as many as he may have open: none other is


@pytest.mark.parametrize("away", ["open", "closed"])
async def test_with_valkey_away_requests_go_uncounted_or_are_refused_as_the_setting_says(
    strict: Settings, operator: Operator, away: str
) -> None:
    nowhere = f"unix:///{uuid4().hex}"
    async with serving(replace(strict, redis_url=nowhere, rate_away=away)) as served:
        caller = at(served, operator.caller)
        answers = [await caller.get("/v1/tables") for _ in range(3)]
        assert (await caller.get("/health/live")).is_success
    for answer in answers:
        assert "ratelimit" not in answer.headers
        if away == "open":
            assert answer.is_success
        else:
            assert code_of(answer, 503) == "limits-unavailable"
            assert answer.headers["retry-after"] == "1"
