"""A request sent again with the same `Idempotency-Key` is not done again."""

import asyncio
from typing import Any

import pytest
from tests.api.calling import LIMITS, Caller, Operator, code_of
from tests.api.conftest import Served, serving

from croupier.adapters.settings import Settings

KEY = {"Idempotency-Key": "a-key-of-mine"}


async def test_a_repeated_bet_is_placed_once_and_answered_alike(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    first = await player.bet(table, idempotency_key="k1")
    again = await player.bet(table, idempotency_key="k1")
    assert first.content == again.content
    assert again.headers["idempotency-replayed"] == "true"
    assert "idempotency-replayed" not in first.headers
    assert again.headers["etag"] == first.headers["etag"]
    read = await player.caller.get(f"/v1/tables/{table}", at_least=first.json()["position"])
    assert read.json()["view"]["seats"][0]["stack"] == 490


async def test_a_repeat_is_answered_even_when_it_could_not_be_done_any_more(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    first = await player.bet(table, idempotency_key="k1")
    await operator.deal(table)
    again = await player.bet(table, idempotency_key="k1")
    assert again.content == first.content
    matched = await player.bet(table, idempotency_key="k1", if_match='"1"')
    assert matched.content == first.content


async def test_the_same_key_with_another_body_is_refused(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    await player.bet(table, stake=10, idempotency_key="k1")
    other = await player.bet(table, stake=11, idempotency_key="k1")
    assert code_of(other, 422) == "idempotency-key-reused"


async def test_a_key_is_the_callers_own_and_the_routes_own(operator: Operator) -> None:
    table = await operator.table()
    one, other = await operator.seated(table, 1), await operator.seated(table, 2)
    await operator.start(table)
    answers = [
        await one.bet(table, idempotency_key="k"),
        await other.bet(table, idempotency_key="k"),
        await one.caller.post(
            f"/v1/tables/{table}/contribute", {"entropy": "00"}, headers={"Idempotency-Key": "k"}
        ),
    ]
    assert all(answer.is_success for answer in answers)
    assert not any("idempotency-replayed" in answer.headers for answer in answers)


async def test_a_key_outlives_the_token_it_was_sent_with(operator: Operator) -> None:
    player = await operator.player(money=100)
    table = await operator.table()
    seat = {"seat": 1, "buy_in": 50}
    first = await player.caller.post(f"/v1/tables/{table}/take-seat", seat, headers=KEY)
    fresh = await operator.token(player.id)
    again = await fresh.post(f"/v1/tables/{table}/take-seat", seat, headers=KEY)
    assert again.content == first.content


async def test_many_at_once_with_one_key_are_done_once(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    answers = await asyncio.gather(*(player.bet(table, stake=10, idempotency_key="k") for _ in range(12)))
    await _require_one_effect(answers)
    read = await player.caller.get(f"/v1/tables/{table}", at_least=_position(answers))
    assert read.json()["view"]["seats"][0]["stack"] == 490


async def test_many_at_once_through_two_processes_are_done_once(
    operator: Operator, other_process: Served
) -> None:
    player = await operator.player(money=0)
    path = f"/v1/wallets/{player.id}/deposits"
    callers = [operator.caller, Caller(other_process.url, operator.caller.bearer)] * 5
    answers = await asyncio.gather(*(one.post(path, {"amount": 7}, headers=KEY) for one in callers))
    await _require_one_effect(answers)
    assert (await operator.caller.get(f"/v1/wallets/{player.id}")).json()["balance"] == 7


async def _require_one_effect(answers: list[Any]) -> None:
    """Each is the answer, its replay, or told that the first is under way; and just one is the first."""
    done = [answer for answer in answers if answer.status_code == 200]
    assert len({answer.content for answer in done}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in done) == 1
    for answer in answers:
        if answer not in done:
            assert code_of(answer, 409) == "idempotency-key-in-flight"
            assert answer.headers["retry-after"] == "1"


def _position(answers: list[Any]) -> int:
    return max(int(answer.json().get("position", -1)) for answer in answers)


async def test_a_table_opened_twice_with_one_key_is_one_table(operator: Operator) -> None:
    body = {"game": "baccarat", "limits": LIMITS}
    first = await operator.caller.post("/v1/tables", body, headers=KEY)
    again = await operator.caller.post("/v1/tables", body, headers=KEY)
    assert again.status_code == first.status_code == 201
    assert again.content == first.content
    assert again.headers["location"] == first.headers["location"] == f"/v1/tables/{first.json()['table']}"
    assert again.headers["idempotency-replayed"] == "true"
    listed = await operator.caller.get("/v1/tables", at_least=first.json()["position"])
    assert len(listed.json()["tables"]) == 1


async def test_a_player_opened_twice_with_one_key_is_one_player(operator: Operator) -> None:
    first = await operator.caller.post("/v1/players", headers=KEY)
    again = await operator.caller.post("/v1/players", headers=KEY)
    assert again.content == first.content
    assert again.headers["location"] == f"/v1/wallets/{first.json()['player']}"


async def test_answers_are_replayed_after_a_restart(operator: Operator, settings: Settings) -> None:
    player = await operator.player(money=0)
    path = f"/v1/wallets/{player.id}/deposits"
    async with serving(settings) as before:
        first = await Caller(before.url, operator.caller.bearer).post(path, {"amount": 5}, headers=KEY)
    async with serving(settings) as after:
        caller = Caller(after.url, operator.caller.bearer)
        again = await caller.post(path, {"amount": 5}, headers=KEY)
        other = await caller.post(path, {"amount": 6}, headers=KEY)
    assert again.content == first.content
    assert again.headers["idempotency-replayed"] == "true"
    assert code_of(other, 422) == "idempotency-key-reused"


async def test_a_refused_request_may_be_sent_again_with_its_key(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    assert code_of(await player.bet(table, idempotency_key="k"), 409) == "wrong-phase"
    await operator.start(table)
    assert (await player.bet(table, idempotency_key="k")).status_code == 200


async def test_a_key_in_quotes_is_the_same_as_the_bare_one(operator: Operator) -> None:
    spelt = [("a-key", '"a-key"'), (r'a "b" \c', r'"a \"b\" \\c"')]
    for bare, quoted in spelt:
        first = await operator.caller.post("/v1/players", headers={"Idempotency-Key": bare})
        again = await operator.caller.post("/v1/players", headers={"Idempotency-Key": quoted})
        assert again.headers["idempotency-replayed"] == "true"
        assert again.content == first.content


@pytest.mark.parametrize(
    "key",
    ["", "x" * 256, "ключ".encode(), "a\tb", '"', '""', '"a', '"a"b"', r'"a\b"', '"a";p=1', f'"{"x" * 256}"'],
)
async def test_a_key_that_is_none_is_refused(operator: Operator, key: str | bytes) -> None:
    headers: Any = {"Idempotency-Key": key}
    answer = await operator.caller.post("/v1/players", headers=headers)
    assert code_of(answer, 400) == "malformed-header"
