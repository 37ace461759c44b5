"""Lists: page by page by opaque cursors, filtered, linked, and stable while they are written to."""

import asyncio
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from tests.api.calling import LIMITS, Caller, Operator, code_of
from tests.api.disputing import Played

from croupier.domain.catalogue import GAMES
from croupier.service.ports import LobbyQuery


async def pages(caller: Caller, path: str, items: str, **query: Any) -> list[list[Any]]:
    """All pages of a list, by the links that the answers have."""
    answer = await caller.get(path, **query)
    found = [answer.json()[items]]
    while following := answer.links.get("next"):
        assert answer.json()["next"] in following["url"]
        answer = await caller.send("GET", following["url"])
        assert answer.links["first"]["url"]
        found.append(answer.json()[items])
    assert answer.json()["next"] is None
    return found


def ids(found: list[list[Any]], name: str = "table") -> list[str]:
    return [one[name] for page in found for one in page]


async def opened(operator: Operator, game: str) -> tuple[str, int]:
    limits = {name: LIMITS[name] for name in GAMES[game].limits.__struct_fields__ if name in LIMITS}
    answer = await operator.caller.do("/v1/tables", game=game, limits=limits)
    return answer["table"], answer["position"]


async def test_tables_are_listed_by_links_with_their_filters(operator: Operator) -> None:
    made = [await operator.table() for _ in range(5)]
    other, last = await opened(operator, "fan-tan")
    closed = await operator.caller.do(f"/v1/tables/{made.pop()}/close-table")
    query = {"limit": 2, "at_least": max(last, closed["position"])}
    found = await pages(operator.caller, "/v1/tables", "tables", game="baccarat", status="open", **query)
    assert ids(found) == sorted(made)
    everything = ids(await pages(operator.caller, "/v1/tables", "tables", **query))
    assert everything == sorted([*made, other, closed["table"]])


async def test_tables_at_which_a_player_sits_are_found_in_the_views_and_in_the_log(
    operator: Operator,
) -> None:
    player = await operator.player()
    tables = sorted([await operator.table() for _ in range(4)])
    for table in tables[:3]:
        await player.caller.do(f"/v1/tables/{table}/take-seat", seat=1, buy_in=0)
    left = await player.caller.do(f"/v1/tables/{tables[0]}/leave")
    position, query = left["position"], {"player": player.id, "limit": 1}
    for caller in (operator.caller, player.caller):
        found = await pages(caller, "/v1/tables", "tables", at_least=position, **query)
        assert ids(found) == tables[1:3]
    await projected(operator, position)
    assert ids(await pages(operator.caller, "/v1/tables", "tables", **query)) == tables[1:3]
    closed = await operator.caller.get("/v1/tables", player=player.id, status="closed")
    assert closed.json()["tables"] == []
    assert (await operator.caller.get("/v1/tables", player="a" * 16)).json()["tables"] == []


async def projected(operator: Operator, position: int) -> None:
    """Wait until the views have all up to the position."""
    views, anything = operator.parts.services.reading._views, LobbyQuery(1)
    while True:
        page = await views.lobby(operator.log, anything)
        if page is not None and page.position >= position:
            return
        await asyncio.sleep(0.02)


async def test_a_player_is_not_told_where_another_sits(operator: Operator) -> None:
    ann, bob = await operator.player(), await operator.player()
    assert code_of(await ann.caller.get("/v1/tables", player=bob.id), 404) == "not-found"


async def test_paging_goes_on_where_it_was_while_tables_come(operator: Operator) -> None:
    made = {await operator.table() for _ in range(4)}
    position = (await operator.caller.do("/v1/players"))["position"]
    first = (await operator.caller.get("/v1/tables", limit=2, at_least=position)).json()
    more, position = await opened(operator, "baccarat")
    rest = await operator.caller.get("/v1/tables", cursor=first["next"], at_least=position)
    listed = ids([first["tables"], rest.json()["tables"]])
    assert listed == sorted(set(listed))
    assert made <= set(listed) <= made | {more}


async def test_a_cursor_is_good_for_its_own_list_alone(operator: Operator, foreign: Operator) -> None:
    for one in (operator, operator, foreign, foreign):
        await one.table()
    position = (await operator.caller.do("/v1/players"))["position"]
    query = {"game": "baccarat", "limit": 1, "at_least": position}
    cursor = (await operator.caller.get("/v1/tables", **query)).json()["next"]
    assert (await operator.caller.get("/v1/tables", game="baccarat", cursor=cursor)).is_success
    auditor = await operator.holder("auditor")
    assert (await auditor.get("/v1/tables", game="baccarat", cursor=cursor)).is_success
    forged = [
        cursor[:-2] + ("aa" if cursor[-2:] != "aa" else "bb"),
        cursor[1:],
        cursor + "A",
        "x",
        "",
        "=",
        "é",
    ]
    wrong: list[tuple[Caller, str, dict[str, Any]]] = [
        (operator.caller, "/v1/tables", {"cursor": cursor}),
        (operator.caller, "/v1/tables", {"cursor": cursor, "game": "fan-tan"}),
        (operator.caller, "/v1/tables", {"cursor": cursor, "game": "baccarat", "status": "open"}),
        (operator.caller, "/v1/disputes", {"cursor": cursor}),
        (foreign.caller, "/v1/tables", {"cursor": cursor, "game": "baccarat"}),
        *((operator.caller, "/v1/tables", {"cursor": one, "game": "baccarat"}) for one in forged),
    ]
    for caller, path, asked in wrong:
        answer = await caller.get(path, **asked)
        assert code_of(answer, 400) == "invalid-parameter", asked
        assert [error["parameter"] for error in answer.json()["errors"]] == ["cursor"]


@pytest.mark.parametrize("limit", ["0", "-1", "201", "x", ""])
@pytest.mark.parametrize("path", ["/v1/tables", "/v1/disputes", "/v1/players/{player}/rounds"])
async def test_a_limit_out_of_bounds_is_refused(operator: Operator, path: str, limit: str) -> None:
    player = await operator.player(money=0)
    answer = await operator.caller.get(path.format(player=player.id), limit=limit)
    assert code_of(answer, 400) == "invalid-parameter"


async def test_disputes_are_listed_by_status_player_and_time(played: Played) -> None:
    house = played.operator.caller
    first, second = await played.open(), await played.open()
    third = await played.open()
    await played.ann.caller.do(f"/v1/disputes/{third}/withdraw")
    begun = {one: await _began(house, one) for one in (first, second, third)}
    told = await pages(house, "/v1/disputes", "disputes", limit=1)
    assert ids(told, "dispute") == sorted(begun)
    assert {one["dispute"]: one["opened_at"] for page in told for one in page} == begun

    async def listed(**query: Any) -> set[str]:
        return set(ids(await pages(house, "/v1/disputes", "disputes", **query), "dispute"))

    assert await listed(status="withdrawn") == {third}
    assert await listed(player=played.ann.id) == set(begun)
    assert await listed(player=played.bob.id) == set()
    assert await listed(since=begun[second]) == {second, third}
    assert await listed(until=begun[second]) == {first}
    assert await listed(since=begun[second], until=begun[third]) == {second}


async def _began(caller: Caller, dispute: str) -> str:
    found = (await caller.get(f"/v1/disputes/{dispute}", limit=1)).json()
    return str(found["history"]["entries"][0]["at"])


async def test_events_are_read_by_time_and_by_what_happened(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    for _ in range(3):
        await operator.start(table)
        await player.bet(table)
        await operator.deal(table)
    path = f"/v1/tables/{table}/events"
    everything = (await operator.caller.get(path)).json()["entries"]
    times = [one["at"] for one in everything]
    assert times == sorted(times)

    async def read(**query: Any) -> list[Any]:
        return list((await operator.caller.get(path, **query)).json()["entries"])

    for number, at in enumerate(times):
        assert await read(since=at) == everything[number:]
        assert await read(until=at) == everything[:number]
    assert await read(since=times[2], until=times[5], limit=2) == everything[2:4]
    assert await read(since="2100-01-01T00:00:00Z") == []
    assert await read(until="2000-01-01T00:00:00Z") == []
    after = everything[4]["position"]
    assert await read(after=after, since=times[1]) == everything[5:]
    for written in as_rfc_3339_allows(times[2]):
        assert await read(since=written) == everything[2:]
        assert await read(until=written) == everything[:2]
    bets = await read(event="bet-placed")
    assert [one["command"] for one in bets] == ["place-bet"] * 3
    assert await read(event="no-such-event") == []


def as_rfc_3339_allows(at: str) -> list[str]:
    """The moment in other offsets and cases, and with a longer fraction."""
    moment = datetime.fromisoformat(at)
    abroad = [moment.astimezone(timezone(timedelta(hours=hours))).isoformat() for hours in (0, 1, -11)]
    return [*abroad, at.lower(), at.replace("Z", "999Z"), at.replace("Z", "-00:00")]


async def test_filtered_events_are_read_page_by_page_to_the_end(operator: Operator) -> None:
    table = await operator.table()
    for _ in range(4):
        await operator.start(table)
        await operator.deal(table)
    path, found, after, more = f"/v1/tables/{table}/events", [], -1, True
    while more:
        answer = await operator.caller.get(path, event="round-started", limit=1, after=after)
        page = answer.json()
        found += page["entries"]
        more, after = page["more"], page["after"]
        assert ("next" in answer.links) is more
    assert [one["command"] for one in found] == ["start-round"] * 4


async def test_a_wallets_history_is_read_by_time_and_follows_its_link(operator: Operator) -> None:
    player = await operator.player(money=5)
    for amount in (1, 2, 3):
        await operator.caller.do(f"/v1/wallets/{player.id}/deposits", amount=amount)
    path = f"/v1/wallets/{player.id}/history"
    first = await player.caller.get(path, limit=2, event="deposited")
    rest = await player.caller.send("GET", first.links["next"]["url"])
    entries = first.json()["entries"] + rest.json()["entries"]
    assert [event["amount"] for one in entries for event in one["events"]] == [5, 1, 2, 3]
    late = await player.caller.get(path, since=entries[2]["at"])
    assert late.json()["entries"] == entries[2:]


async def test_histories_and_wallets_are_answered_304_to_who_has_them(operator: Operator) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    for path in (
        f"/v1/tables/{table}/events",
        f"/v1/tables/{table}",
        f"/v1/wallets/{player.id}/history",
        f"/v1/wallets/{player.id}",
    ):
        first = await player.caller.get(path)
        for tag in (first.headers["etag"], f'W/{first.headers["etag"]}, "x"', "*"):
            again = await player.caller.get(path, headers={"If-None-Match": tag})
            assert again.status_code == 304, path
            assert again.headers["etag"] == first.headers["etag"]
        for tag in ('"999"', "garbage", ""):
            assert (await player.caller.get(path, headers={"If-None-Match": tag})).status_code == 200
    await operator.start(table)
    moved = await player.caller.get(f"/v1/tables/{table}/events", headers={"If-None-Match": '"2"'})
    assert (moved.status_code, moved.headers["etag"]) == (200, '"3"')


@pytest.mark.parametrize(
    "query",
    [
        {"since": "yesterday"},
        {"since": "2026-01-31T12:00:00"},
        {"until": "2026-02-31T00:00:00Z"},
        {"until": "2026-01-31T12:00:00+24:00"},
        {"event": "Round Ended"},
        {"limit": 501},
    ],
)
async def test_a_filter_that_is_none_is_refused(operator: Operator, query: dict[str, Any]) -> None:
    path = f"/v1/tables/{await operator.table()}/events"
    answer = await operator.caller.get(path, **query)
    assert code_of(answer, 400) == "invalid-parameter"
    assert [error["parameter"] for error in answer.json()["errors"]] == [*query]


async def test_a_players_rounds_are_listed_by_game_table_and_time(operator: Operator) -> None:
    player, ended = await operator.player(), {}
    for table in (await operator.table(), await operator.table()):
        await player.caller.do(f"/v1/tables/{table}/take-seat", seat=1, buy_in=100)
        for _ in range(2):
            await operator.start(table)
            await player.bet(table)
            await operator.deal(table)
        ended[table] = await _ends(operator, table)
    path = f"/v1/players/{player.id}/rounds"

    async def listed(**query: Any) -> list[str]:
        return ids(await pages(player.caller, path, "rounds", limit=1, **query), "round")

    first, second = ended
    everything = [f"{second}.2", f"{second}.1", f"{first}.2", f"{first}.1"]
    assert await listed() == await listed(game="baccarat") == everything
    assert await listed(game="fan-tan") == []
    assert await listed(table=first) == everything[2:]
    assert await listed(since=ended[first][1]) == everything[:3]
    assert await listed(until=ended[first][1]) == everything[3:]
    assert await listed(since=ended[first][1], until=ended[second][1], table=second) == [f"{second}.1"]
    assert await listed(since="2100-01-01T00:00:00Z") == await listed(until="2000-01-01T00:00:00Z") == []


async def _ends(operator: Operator, table: str) -> list[str]:
    found = await operator.caller.get(f"/v1/tables/{table}/events", event="round-ended")
    return [one["at"] for one in found.json()["entries"]]
