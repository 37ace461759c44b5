"""Reads that wait: for something to happen (`wait`), or for a position to be there (`at_least`)."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import httpx
import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served

from croupier.service import watching

FOR_LONG = 30


async def begun(operator: Operator, coroutine: Coroutine[Any, Any, httpx.Response]) -> Any:
    """The request, once it waits."""
    task = asyncio.create_task(coroutine)
    await waiters(operator.parts.follower, 1)
    assert not task.done()
    return task


async def waiters(follower: Any, least: int) -> None:
    """Wait until so many subscriptions are there, or none where `least` is 0."""

    while True:
        there = _waiting(follower)
        if there >= least > 0 or there == least == 0:
            return
        await asyncio.sleep(0.005)


def _waiting(follower: Any) -> int:
    return sum(len(waiting) for feed in follower._feeds.values() for waiting in feed._by_stream.values())


async def test_events_come_as_soon_as_there_is_one(operator: Operator) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/events"
    seen = (await operator.caller.get(path)).json()["after"]
    waiting = await begun(operator, operator.caller.get(path, after=seen, wait=FOR_LONG))
    started = await operator.start(table)
    answer = await waiting
    assert [one["position"] for one in answer.json()["entries"]] == [started["position"]]
    assert answer.headers["etag"] == '"2"'


async def test_who_has_not_seen_all_does_not_wait(operator: Operator) -> None:
    path = f"/v1/tables/{await operator.table()}/events"
    assert len((await operator.caller.get(path, wait=FOR_LONG)).json()["entries"]) == 1


async def test_nothing_is_answered_when_the_wait_is_over(operator: Operator) -> None:
    path = f"/v1/tables/{await operator.table()}/events"
    seen = (await operator.caller.get(path)).json()["after"]
    answer = (await operator.caller.get(path, after=seen, wait=1)).json()
    assert answer == {"entries": [], "after": seen, "more": False, "game": "baccarat"}


async def test_events_come_from_another_process_too(operator: Operator, other_process: Served) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/events"
    seen = (await operator.caller.get(path)).json()["after"]
    elsewhere = Caller(other_process.url, operator.caller.bearer)
    waiting = asyncio.create_task(elsewhere.get(path, after=seen, wait=FOR_LONG))
    await waiters(other_process.parts.follower, 1)
    started = await operator.start(table)
    assert (await waiting).json()["after"] == started["position"]


async def test_what_happens_at_another_table_wakes_nobody_and_what_is_filtered_out_is_waited_past(
    operator: Operator,
) -> None:
    table, other = await operator.table(), await operator.table()
    path = f"/v1/tables/{table}/events"
    waiting = await begun(operator, operator.caller.get(path, event="round-ended", wait=FOR_LONG))
    await operator.start(other)
    await operator.start(table)
    dealt = await operator.deal(table)
    assert [one["position"] for one in (await waiting).json()["entries"]] == [dealt["position"]]


async def test_money_that_comes_into_a_wallet_ends_a_wait_for_its_history(operator: Operator) -> None:
    player = await operator.player(money=0)
    path = f"/v1/wallets/{player.id}/history"
    seen = (await player.caller.get(path)).json()["after"]
    waiting = await begun(operator, player.caller.get(path, after=seen, wait=FOR_LONG))
    await operator.caller.do(f"/v1/wallets/{player.id}/deposits", amount=5)
    assert [one["command"] for one in (await waiting).json()["entries"]] == ["deposit"]


async def test_a_table_comes_as_soon_as_it_is_another_than_the_caller_has(operator: Operator) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}"
    has = {"If-None-Match": (await operator.caller.get(path)).headers["etag"]}
    assert (await operator.caller.get(path, headers=has, wait=1)).status_code == 304
    waiting = await begun(operator, operator.caller.get(path, headers=has, wait=FOR_LONG))
    started = await operator.start(table)
    answer = await waiting
    assert answer.status_code == 200
    assert answer.json()["revision"] == started["revision"]
    assert answer.json()["position"] >= started["position"]


async def test_hundreds_who_wait_are_answered_with_a_few_looks_at_the_log(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await operator.table()
    path, has = f"/v1/tables/{table}", {"If-None-Match": '"1"'}
    limits = httpx.Limits(max_connections=None)
    looks: list[str] = []
    store = operator.parts.store
    read = store._fetcher.all

    async def counted(make: Any, query: str, **parameters: Any) -> Any:
        looks.append(query)
        return await read(make, query, **parameters)

    async with httpx.AsyncClient(base_url=operator.url, timeout=60, limits=limits, verify=False) as http:
        http.headers["Authorization"] = f"Bearer {operator.caller.bearer}"
        waiting = [
            asyncio.create_task(http.get(path, headers=has, params={"wait": FOR_LONG})) for _ in range(100)
        ]
        await waiters(operator.parts.follower, 100)
        monkeypatch.setattr(store._fetcher, "all", counted)
        started = await operator.start(table)
        answers = await asyncio.gather(*waiting)
    assert {answer.status_code for answer in answers} == {200}
    assert {answer.json()["revision"] for answer in answers} == {started["revision"]}
    assert len(looks) < 20


async def test_a_client_that_goes_away_waits_no_longer(operator: Operator) -> None:
    path = f"/v1/tables/{await operator.table()}"
    has = {"If-None-Match": '"1"'}
    waiting = await begun(operator, operator.caller.get(path, headers=has, wait=FOR_LONG))
    waiting.cancel()
    await waiters(operator.parts.follower, 0)


@pytest.mark.parametrize("wait", ["31", "-1", "x", "1.5"])
async def test_a_wait_that_is_out_of_bounds_is_refused(operator: Operator, wait: str) -> None:
    path = f"/v1/tables/{await operator.table()}/events"
    assert code_of(await operator.caller.get(path, wait=wait), 400) == "invalid-parameter"


# at_least


async def test_every_read_has_what_a_command_has_just_done(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    await operator.start(table)
    position = (await player.bet(table)).json()["position"]
    for path in _reads(table, player.id):
        answer = await operator.caller.get(path, at_least=position)
        assert answer.status_code == 200, path


def _reads(table: str, player: str) -> tuple[str, ...]:
    return (
        "/v1/tables",
        f"/v1/tables/{table}",
        f"/v1/tables/{table}/events",
        f"/v1/tables/{table}/voided-rounds",
        f"/v1/wallets/{player}",
        f"/v1/wallets/{player}/history",
        f"/v1/players/{player}/rounds",
        "/v1/disputes",
    )


async def test_a_position_that_does_not_come_is_told_not_passed_over(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operator.parts.services.watch, "_patience", 0.05)
    table, player = await operator.table(), await operator.player(money=0)
    for path in _reads(table, player.id):
        answer = await operator.caller.get(path, at_least=10**9)
        assert code_of(answer, 503) == "not-yet", path
        assert answer.json()["detail"].startswith("the log is at position "), path
        assert answer.headers["retry-after"] == "1"


async def test_a_position_that_comes_while_it_is_waited_for_is_in_the_answer(operator: Operator) -> None:
    table = await operator.table()
    seen = (await operator.caller.get(f"/v1/tables/{table}")).json()["position"]
    waiting = await begun(operator, operator.caller.get(f"/v1/tables/{table}", at_least=seen + 1))
    started = await operator.start(table)
    assert (await waiting).json()["revision"] == started["revision"]


def test_a_position_is_waited_for_less_long_than_clients_wait_for_answers() -> None:
    assert 0 < watching.PATIENCE <= 10
