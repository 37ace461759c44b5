"""Reports on rounds, players' histories and time travel over HTTP."""

from typing import Any

import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.rounds import by_hand, coup, stage

from croupier.domain.catalogue import GAMES
from croupier.service.transparency.checkpoints import parse_checkpoint
from croupier.service.transparency.hashing import leaf_hash
from croupier.service.transparency.notes import parse_note
from croupier.service.transparency.proofs import proves_inclusion
from croupier.service.transparency.tlogproof import parse_proof


@pytest.mark.parametrize("game", GAMES)
async def test_rounds_of_golden_scenarios_are_reported(tester: Operator, game: str) -> None:
    played = 0
    for path in by_hand(game)[:6]:
        table, players = await stage(tester, path)
        state = (await tester.caller.get(f"/v1/tables/{table}", at_least=await head(tester))).json()["view"]
        for number in range(1, state["round"] + 1):
            report = (await tester.caller.get(f"/v1/rounds/{table}.{number}")).json()
            checks = report["checks"]
            assert checks["arithmetic"]
            assert checks["chips"]
            assert checks["commitment"] is not False
            assert checks["cards"] is not False
            assert checks["log"] is not False
            assert {seat["player"] for seat in report["seats"]} <= {one.id for one in players.values()}
            played += 1
    assert played >= 3


async def head(operator: Operator) -> int:
    return await operator.parts.store.head(operator.log)


async def test_a_report_is_read_by_who_may_and_is_the_same_for_all_but_where_it_leads(
    operator: Operator,
) -> None:
    table, player = await coup(operator)
    auditor, regulator = await operator.holder("auditor", "office"), await operator.holder("regulator")
    callers = (operator.caller, player.caller, auditor, regulator)
    reports = [(await caller.get(f"/v1/rounds/{table}.1")).json() for caller in callers]
    for report in reports:
        assert report | {"see_also": {}} == reports[0] | {"see_also": {}}
    report = reports[0]
    assert (report["status"], report["replay"], report["test"]) == ("ended", False, False)
    assert report["seats"][0]["before"] == 500
    assert report["seats"][0]["wagered"] == 105
    (settled,) = [
        event for event in report["entries"][-1]["events"] if event["event"]["type"] == "bet-settled"
    ]
    assert settled["rule"] in (9, 10)
    assert settled["rule_words"]
    assert {line["of"] for line in settled["arithmetic"]} >= {"profit", "stack", "house"}
    assert report["deck"]["contributions"][0]["entropy"] == "5eed"
    assert report["deck"]["seed"]
    assert len(report["deck"]["shuffles"][0]["cards"]) == 52


async def test_a_report_proves_itself(operator: Operator) -> None:
    table, _ = await coup(operator)
    await operator.parts.publisher.publish()
    report = (await operator.caller.get(f"/v1/rounds/{table}.1", proofs=True)).json()
    assert report["checks"]["log"] is True
    entries = [*report["entries"], *report["related"]]
    assert len(entries) >= 5
    for entry in entries:
        proof = parse_proof(entry["proof_file"].encode())
        checkpoint = parse_checkpoint(parse_note(proof.note).text)
        leaf = leaf_hash(entry["record"].encode())
        assert leaf.hex() == entry["leaf"]
        assert proof.index == entry["where"]["position"]
        assert checkpoint.size == report["log"]["checkpoint_size"]
        assert checkpoint.origin == report["log"]["origin"]
        assert proves_inclusion(leaf, proof.index, checkpoint.size, proof.hashes, checkpoint.root)
        read = await operator.caller.get(entry["proof"])
        assert parse_proof(read.content).index == proof.index
    assert (await operator.caller.get(report["log"]["checkpoint"])).is_success
    assert (await operator.caller.get(report["see_also"]["disputes"])).json()["disputes"] == []
    assert (await operator.caller.http.get(report["see_also"]["bundle"])).is_success


async def test_a_report_leads_to_what_was_refused_meanwhile(operator: Operator) -> None:
    table, player = await coup(operator)
    assert code_of(await player.bet(table), 409) == "wrong-phase"
    report = (await operator.caller.get(f"/v1/rounds/{table}.1")).json()
    await operator.parts.attempts.flush()
    found = (await operator.caller.get(report["see_also"]["attempts"])).json()
    assert [(one["actor"]["id"], one["code"]) for one in found["attempts"]] == [(player.id, "wrong-phase")]


async def test_a_player_is_led_to_nothing_that_he_may_not_read(operator: Operator) -> None:
    table, player = await coup(operator)
    for path in (f"/v1/rounds/{table}.1", f"/v1/players/{player.id}/rounds/{table}.1/replay"):
        told = (await player.caller.get(path)).json()["see_also"]
        assert [*told] == ["disputes"]
        assert (await player.caller.get(told["disputes"])).is_success
    page = (await player.caller.get(f"/v1/rounds/{table}.1/page")).text
    assert "/v1/disputes?" in page
    assert "/bundle?" not in page
    assert "/attempts?" not in page
    house = await operator.caller.get(f"/v1/players/{player.id}/rounds/{table}.1/replay")
    assert [*house.json()["see_also"]] == ["disputes", "bundle", "attempts"]


async def test_a_round_of_another_player_or_operator_is_not_found(
    operator: Operator, foreign: Operator
) -> None:
    table, _ = await coup(operator)
    stranger = await operator.player()
    for caller in (stranger.caller, foreign.caller, await foreign.holder("auditor", "office")):
        for path in (f"/v1/rounds/{table}.1", f"/v1/rounds/{table}.1/page"):
            assert code_of(await caller.get(path), 404) == "not-found"


@pytest.mark.parametrize("tail", ["", ".", ".0", ".2", ".01", ".x", ".1.1", ".99999999999", ".1%00"])
async def test_what_is_no_round_is_not_found(operator: Operator, tail: str) -> None:
    table, _ = await coup(operator)
    assert code_of(await operator.caller.get(f"/v1/rounds/{table}{tail}"), 404) == "not-found"


async def test_a_token_for_another_table_is_forbidden_here(operator: Operator) -> None:
    table, player = await coup(operator)
    other = await operator.table()
    token = await operator.token(player.id, table=other)
    assert code_of(await token.get(f"/v1/rounds/{table}.1"), 403) == "forbidden"
    own = await operator.token(player.id, table=table)
    assert (await own.get(f"/v1/rounds/{table}.1")).is_success


async def test_a_round_that_goes_on_tells_nothing_of_what_is_to_come(operator: Operator) -> None:
    table = await operator.table()
    await operator.start(table)
    answer = await operator.caller.get(f"/v1/rounds/{table}.1")
    report = answer.json()
    assert (report["status"], report["ended_at"], report["cards"]) == ("in-progress", None, [])
    assert report["deck"]["seed"] is None
    assert report["deck"]["shuffles"][0]["cards"] is None
    state = (await operator.parts.services.streams.load(operator.name, table)).state
    assert state.decks.current.seed.hex() not in answer.text


async def test_a_report_does_not_touch_what_commands_are_decided_on(operator: Operator) -> None:
    table, _ = await coup(operator)
    streams = operator.parts.services.streams
    known = await streams.load(operator.name, table)
    await operator.caller.get(f"/v1/rounds/{table}.1")
    assert await streams.load(operator.name, table) is known


# A player's history


async def test_a_players_history_is_paged_through(operator: Operator) -> None:
    table, player = await coup(operator)
    for _ in range(4):
        await operator.start(table)
        await player.bet(table, "player", 10)
        await operator.deal(table)
    listed: list[dict[str, Any]] = []
    query: dict[str, Any] = {"limit": 2}
    while True:
        page = (await player.caller.get(f"/v1/players/{player.id}/rounds", **query)).json()
        listed += page["rounds"]
        assert page["totals"]["rounds"] == len(page["rounds"])
        assert page["totals"]["wagered"] == sum(one["wagered"] for one in page["rounds"])
        if page["next"] is None:
            break
        query["cursor"] = page["next"]
    assert [one["round"] for one in listed] == [f"{table}.{number}" for number in range(5, 0, -1)]
    for one in listed:
        report = (await player.caller.get(f"/v1/rounds/{one['round']}")).json()
        assert one["result"] == report["seats"][0]["result"]


async def test_a_history_is_for_its_player_and_his_operators_people(
    operator: Operator, foreign: Operator
) -> None:
    _, player = await coup(operator)
    stranger = await operator.player()
    path = f"/v1/players/{player.id}/rounds"
    auditor = await operator.holder("auditor", "office")
    answers = [(await caller.get(path)).json() for caller in (player.caller, operator.caller, auditor)]
    assert answers[0]["rounds"]
    assert all(answer == answers[0] for answer in answers)
    for caller in (stranger.caller, foreign.caller):
        assert code_of(await caller.get(path), 404) == "not-found"
    assert code_of(await operator.caller.get("/v1/players/nobody/rounds"), 404) == "not-found"


@pytest.mark.parametrize(
    "query",
    [
        {"limit": 0},
        {"limit": 101},
        {"limit": "all"},
        {"cursor": "!"},
        {"cursor": "cDotMQ"},
        {"cursor": "dDox"},
    ],
)
async def test_the_parameters_of_a_history_are_checked(operator: Operator, query: dict[str, Any]) -> None:
    player = await operator.player()
    answer = await operator.caller.get(f"/v1/players/{player.id}/rounds", **query)
    assert code_of(answer, 400) == "invalid-parameter"


async def test_a_replay_is_marked_as_one(operator: Operator) -> None:
    table, player = await coup(operator)
    path = f"/v1/players/{player.id}/rounds/{table}.1/replay"
    report = (await player.caller.get(path)).json()
    assert report.pop("replay") is True
    plain = (await player.caller.get(f"/v1/rounds/{table}.1")).json()
    assert report == {name: value for name, value in plain.items() if name != "replay"}
    page = await player.caller.get(f"{path}/page")
    assert '<span class="mark replay">REPLAY</span>' in page.text
    assert "REPLAY" not in (await player.caller.get(f"/v1/rounds/{table}.1/page")).text
    stranger = await operator.player()
    assert code_of(await stranger.caller.get(path), 404) == "not-found"
    other = f"/v1/players/{stranger.id}/rounds/{table}.1/replay"
    assert code_of(await operator.caller.get(other), 404) == "not-found"


# Time travel


async def seen(caller: Caller, table: str, position: int) -> dict[str, Any]:
    reading: dict[str, Any] = (await caller.get(f"/v1/tables/{table}", at_least=position)).json()
    return {"view": reading["view"], "options": reading["options"]}


async def test_a_table_is_shown_as_its_readers_saw_it(operator: Operator) -> None:
    table = await operator.table()
    player, passer_by = await operator.seated(table, 3), await operator.player()
    auditor = await operator.holder("auditor", "office")
    live: dict[int, dict[str, Any]] = {}
    for act in ("start", "bet", "deal"):
        if act == "bet":
            answer = (await player.bet(table)).json()
        else:
            answer = await getattr(operator, act)(table)
        readers = {"seat:3": player.caller, "house": operator.caller}
        live[answer["revision"]] = {
            name: await seen(caller, table, answer["position"]) for name, caller in readers.items()
        }
        anybody = await seen(passer_by.caller, table, answer["position"])
        live[answer["revision"]]["public"] = {**anybody, "options": None}
    for revision, readings in live.items():
        moment = (await auditor.get(f"/v1/tables/{table}/at/{revision}", viewer="all")).json()
        shown = {one["viewer"]: {"view": one["view"], "options": one["options"]} for one in moment["views"]}
        shown["public"]["options"] = None
        assert shown == readings
        assert moment["entry"]["where"]["revision"] == revision
    last = (await auditor.get(f"/v1/tables/{table}/at/{max(live)}")).json()
    assert (last["previous"], last["next"], last["last"]) == (max(live) - 1, None, max(live))


@pytest.mark.parametrize("revision", ["0", "99", "-1", "01", "1.0", "x", "9999999999"])
async def test_a_revision_that_never_was_is_not_found(operator: Operator, revision: str) -> None:
    table, _ = await coup(operator)
    auditor = await operator.holder("regulator")
    assert code_of(await auditor.get(f"/v1/tables/{table}/at/{revision}"), 404) == "not-found"


async def test_only_who_inspects_travels_in_time_and_only_in_his_log(
    operator: Operator, foreign: Operator
) -> None:
    table, player = await coup(operator)
    for caller in (operator.caller, player.caller):
        assert code_of(await caller.get(f"/v1/tables/{table}/at/1"), 403) == "forbidden"
    stranger = await foreign.holder("auditor", "office")
    assert code_of(await stranger.get(f"/v1/tables/{table}/at/1"), 404) == "not-found"


@pytest.mark.parametrize("viewer", ["seat:0", "seat:", "seat:100", "player", "ALL", ""])
async def test_a_viewer_who_cannot_be_is_refused(operator: Operator, viewer: str) -> None:
    table, _ = await coup(operator)
    auditor = await operator.holder("regulator")
    answer = await auditor.get(f"/v1/tables/{table}/at/1", viewer=viewer)
    assert code_of(answer, 400) == "invalid-parameter"
    answer = await auditor.get(f"/v1/tables/{table}/at/1", viewer="seat:9")
    assert code_of(answer, 404) == "not-found"
