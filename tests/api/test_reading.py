"""Tables are listed, read and followed."""

import asyncio
from typing import Any

from tests.api.calling import Operator, code_of


async def test_everybody_reads_a_table_as_he_may_see_it(operator: Operator) -> None:
    table = await operator.table()
    seated, standing = await operator.seated(table), await operator.player()
    house = (await operator.caller.get(f"/v1/tables/{table}")).json()
    sitter = (await seated.caller.get(f"/v1/tables/{table}")).json()
    passer_by = (await standing.caller.get(f"/v1/tables/{table}")).json()
    assert {option["command"] for option in house["options"]} == {"start-round", "close-table"}
    assert {option["command"] for option in sitter["options"]} == {"contribute", "leave", "top-up"}
    assert {option["command"] for option in passer_by["options"]} == {"take-seat"}


async def test_a_reading_that_names_a_position_has_at_least_that(operator: Operator) -> None:
    table = await operator.table()
    for _ in range(5):
        started = await operator.start(table)
        read = (await operator.caller.get(f"/v1/tables/{table}", at_least=started["position"])).json()
        assert read["revision"] == started["revision"]
        assert read["position"] >= started["position"]
        await operator.deal(table)


async def test_a_table_that_has_not_changed_is_not_sent_again(operator: Operator) -> None:
    table = await operator.table()
    opened = await operator.caller.get(f"/v1/tables/{table}", at_least=0)
    assert opened.headers["etag"] == '"1"'
    again = await operator.caller.get(f"/v1/tables/{table}", headers={"If-None-Match": '"1"'})
    assert again.status_code == 304
    position = (await operator.start(table))["position"]
    changed = await operator.caller.get(
        f"/v1/tables/{table}", headers={"If-None-Match": 'W/"1", "x"'}, at_least=position
    )
    assert changed.headers["etag"] == '"2"'


async def test_tables_are_listed_page_by_page_in_a_stable_order(operator: Operator) -> None:
    opened = sorted([await operator.table() for _ in range(5)])
    head = (await operator.caller.get(f"/v1/tables/{opened[-1]}")).json()["position"]
    listed: list[str] = []
    query: dict[str, Any] = {"limit": 2, "at_least": head}
    while True:
        page = (await operator.caller.get("/v1/tables", **query)).json()
        listed += [summary["table"] for summary in page["tables"]]
        if page["next"] is None:
            break
        query["cursor"] = page["next"]
    assert listed == opened


async def test_tables_are_listed_by_game_and_status(operator: Operator) -> None:
    kept, closed = await operator.table(), await operator.table()
    position = (await operator.caller.do(f"/v1/tables/{closed}/close-table"))["position"]

    async def listed(**query: Any) -> list[str]:
        page = (await operator.caller.get("/v1/tables", at_least=position, **query)).json()
        return [summary["table"] for summary in page["tables"]]

    assert await listed(status="open") == [kept]
    assert await listed(status="closed") == [closed]
    assert await listed(game="baccarat") == sorted([kept, closed])


async def test_the_lists_parameters_are_checked(operator: Operator) -> None:
    wrongs: list[dict[str, Any]] = [
        {"limit": 0},
        {"limit": 201},
        {"limit": "many"},
        {"game": "whist"},
        {"status": "shut"},
        {"cursor": "!"},
        {"at_least": -2},
    ]
    for wrong in wrongs:
        answer = await operator.caller.get("/v1/tables", **wrong)
        assert code_of(answer, 400) == "invalid-parameter"
        (parameter,) = wrong
        assert [error["parameter"] for error in answer.json()["errors"]] == [parameter]


async def test_a_cursor_that_was_not_given_out_is_refused(operator: Operator) -> None:
    for cursor in ("AAAA", "dDo", "dDphYmM", "d2FsbGV0LWFiYw", "%00", "x" * 201, "dDr_"):
        answer = await operator.caller.get("/v1/tables", cursor=cursor)
        assert code_of(answer, 400) == "invalid-parameter"


async def test_a_tables_events_are_read_after_a_position_as_the_log_has_them(operator: Operator) -> None:
    table, other = await operator.table(), await operator.table()
    answers = []
    for _ in range(4):
        answers.append(await operator.start(table))
        await operator.start(other)
        answers.append(await operator.deal(table))
        await operator.deal(other)
    page = (await operator.caller.get(f"/v1/tables/{table}/events")).json()
    assert [entry["revision"] for entry in page["entries"]] == list(range(1, 10))
    assert page["more"] is False
    assert page["after"] == answers[-1]["position"]
    for entry, answer in zip(page["entries"][1:], answers, strict=True):
        assert entry["position"] == answer["position"]
        assert entry["events"] == answer["events"]
        assert entry["actor"] == {"role": "operator", "id": operator.name}
    assert [entry["command"] for entry in page["entries"][:3]] == ["open-table", "start-round", "deal"]


async def test_events_are_read_on_from_every_position_without_gap_or_repeat(operator: Operator) -> None:
    table, other = await operator.table(), await operator.table()
    for _ in range(6):
        await asyncio.gather(operator.start(table), operator.start(other))
        await asyncio.gather(operator.deal(table), operator.deal(other))
    whole = (await operator.caller.get(f"/v1/tables/{table}/events")).json()["entries"]
    head = whole[-1]["position"] + 1
    for after in range(-1, head + 1):
        page = (await operator.caller.get(f"/v1/tables/{table}/events", after=after, limit=3)).json()
        assert page["entries"] == [entry for entry in whole if entry["position"] > after][:3]
        assert page["more"] is (len([entry for entry in whole if entry["position"] > after]) > 3)
        assert page["after"] == (page["entries"][-1]["position"] if page["entries"] else after)


async def test_events_of_what_is_no_table_are_not_found(operator: Operator) -> None:
    for name in ("baccarat-aaaaaaaaaaaaaaaa", "wallet-aaaaaaaaaaaaaaaa", "baccarat-AAAA", "x"):
        answer = await operator.caller.get(f"/v1/tables/{name}/events")
        assert code_of(answer, 404) == "not-found"


async def test_the_catalogue_tells_the_rules_and_limits_of_every_game(operator: Operator) -> None:
    games = (await operator.caller.get("/v1/games")).json()["games"]
    baccarat = next(game for game in games if game["game"] == "baccarat")
    assert baccarat["default_rules"]["decks"] == 8
    assert "place-bet" in baccarat["commands"]
