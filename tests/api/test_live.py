"""Following tables and logs by server-sent events."""

from typing import Any

import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served
from tests.api.live import following


def positions(events: list[Any]) -> list[int]:
    return [int(str(event.id)) for event in events]


async def history(caller: Caller, table: str) -> list[Any]:
    entries: list[Any] = (await caller.get(f"/v1/tables/{table}/events", limit=500)).json()["entries"]
    return entries


async def test_a_stream_begins_with_the_table_as_it_is_and_goes_on_with_what_happens(
    operator: Operator,
) -> None:
    table = await operator.table()
    async with following(operator.caller.http, f"/v1/tables/{table}/stream") as stream:
        assert stream.response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert stream.response.headers["cache-control"] == "no-store"
        first = await stream.next()
        assert first.name == "table"
        assert first.data == (await operator.caller.get(f"/v1/tables/{table}")).json() | {
            "position": int(str(first.id))
        }
        await operator.start(table)
        entry = await stream.next()
        assert (entry.name, entry.data["command"], entry.data["revision"]) == ("entry", "start-round", 2)
        assert entry.data["reading"]["view"]["in_round"]
        assert stream.parser.retry is not None


async def test_an_entry_is_told_as_the_tables_history_tells_it(operator: Operator) -> None:
    table = await operator.table()
    await operator.start(table)
    (told,) = (await history(operator.caller, table))[1:]
    async with following(operator.caller.http, f"/v1/tables/{table}/stream?after=0") as stream:
        entry = (await stream.next()).data
    assert {name: entry[name] for name in told} == told
    assert (entry["table"], entry["stream"], entry["log"]) == (table, table, operator.name)


async def test_a_stream_resumes_behind_any_position(operator: Operator) -> None:
    table = await operator.table()
    for _ in range(3):
        await operator.start(table)
        await operator.deal(table)
    all_of_it = [entry["position"] for entry in await history(operator.caller, table)]
    for after in range(-1, all_of_it[-1]):
        expected = [position for position in all_of_it if position > after]
        async with following(operator.caller.http, f"/v1/tables/{table}/stream", after) as stream:
            assert positions(await stream.take(len(expected))) == expected


async def test_only_the_last_of_what_is_past_has_the_table_after_it(operator: Operator) -> None:
    table = await operator.table()
    await operator.start(table)
    await operator.deal(table)
    async with following(operator.caller.http, f"/v1/tables/{table}/stream", -1) as stream:
        entries = [event.data for event in await stream.take(3)]
    assert [entry["reading"] is not None for entry in entries] == [False, False, True]
    assert entries[-1]["reading"]["revision"] == entries[-1]["revision"] == 3


async def test_last_event_id_is_heeded_before_the_query(operator: Operator) -> None:
    table = await operator.table()
    await operator.start(table)
    async with following(operator.caller.http, f"/v1/tables/{table}/stream?after=-1", 0) as stream:
        assert (await stream.next()).data["command"] == "start-round"


@pytest.mark.parametrize("asked", ["x", "1.0", "-2", "01", "9" * 17, "٣".encode().decode("latin-1")])
async def test_an_id_that_is_no_position_is_refused(operator: Operator, asked: str) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/stream"
    answer = await operator.caller.get(path, headers={"Last-Event-ID": asked.encode("latin-1")})  # type: ignore[dict-item]
    assert code_of(answer, 400) == "malformed-header"
    answer = await operator.caller.get(path, after=asked)
    assert code_of(answer, 400) == "invalid-parameter"


@pytest.mark.parametrize("path", ["/v1/stream", "/v1/tables/{table}/stream"])
async def test_a_position_that_the_log_has_not_reached_is_refused(operator: Operator, path: str) -> None:
    path = path.format(table=await operator.table())
    answer = await operator.caller.get(path, headers={"Last-Event-ID": "1"})
    assert code_of(answer, 409) == "position-ahead"
    assert code_of(await operator.caller.get(path, after=2**50), 409) == "position-ahead"


async def test_a_table_that_is_not_there_or_anothers_is_not_found(
    operator: Operator, foreign: Operator
) -> None:
    theirs = await foreign.table()
    for name in (theirs, "baccarat-qlx4fwjy6whico45", "wallet-x5n3bqy5phcxckor", "x"):
        assert code_of(await operator.caller.get(f"/v1/tables/{name}/stream"), 404) == "not-found"
        assert code_of(await operator.caller.get(f"/v1/tables/{name}/stream", after=-1), 404) == "not-found"


async def test_a_log_is_followed_with_all_that_is_in_it(operator: Operator, foreign: Operator) -> None:
    async with following(operator.caller.http, "/v1/stream") as stream:
        first = await stream.next()
        assert (first.name, first.data) == ("head", {"log": operator.name, "position": -1})
        table = await operator.table()
        await foreign.table()
        await operator.seated(table)
        events = await stream.take(5)
    assert positions(events) == [0, 1, 2, 3, 4]
    assert [event.data["table"] for event in events] == [table, None, None, table, None]
    assert {event.data["log"] for event in events} == {operator.name}


async def test_players_and_spectators_follow_tables_and_no_log(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.player()
    watcher = await operator.holder("spectator")
    for caller in (player.caller, watcher):
        assert code_of(await caller.get("/v1/stream"), 403) == "forbidden"
        async with following(caller.http, f"/v1/tables/{table}/stream") as stream:
            assert (await stream.next()).name == "table"


async def test_a_token_for_one_table_follows_no_other(operator: Operator) -> None:
    table, other = await operator.table(), await operator.table()
    player = await operator.player(table=table)
    assert code_of(await player.caller.get(f"/v1/tables/{other}/stream"), 403) == "forbidden"


async def test_a_player_is_told_his_own_options_from_when_he_sits_down(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.player()
    async with following(player.caller.http, f"/v1/tables/{table}/stream") as stream:
        await stream.next()
        await player.caller.do(f"/v1/tables/{table}/take-seat", seat=2, buy_in=100)
        await operator.start(table)
        _, started = await stream.take(2)
    options = {option["command"] for option in started.data["reading"]["options"]}
    assert "place-bet" in options
    assert started.data["reading"] == {
        name: value
        for name, value in (await player.caller.get(f"/v1/tables/{table}")).json().items()
        if name != "position"
    }


async def test_an_operator_follows_for_a_player_as_he_would_himself(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    acting = {"Croupier-Player": player.id}
    async with following(operator.caller.http, f"/v1/tables/{table}/stream", **acting) as stream:
        told = (await stream.next()).data
    assert told["options"] == (await player.caller.get(f"/v1/tables/{table}")).json()["options"]


async def test_what_another_process_accepts_is_told_too(operator: Operator, other_process: Served) -> None:
    table = await operator.table()
    elsewhere = Caller(other_process.url, operator.caller.bearer)
    async with following(operator.caller.http, f"/v1/tables/{table}/stream") as stream:
        await stream.next()
        await elsewhere.do(f"/v1/tables/{table}/baccarat/start-round")
        entry = await stream.next()
    assert entry.data["command"] == "start-round"
    assert entry.data["reading"]["revision"] == 2


async def test_a_head_request_is_answered_without_a_stream(operator: Operator, served: Served) -> None:
    table = await operator.table()
    answer = await operator.caller.http.head(f"/v1/tables/{table}/stream")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
