"""Refused commands over the interface: kept for whoever audits, told to nobody else."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served
from tests.api.disputing import played_round


def moment(at: datetime) -> str:
    return at.isoformat(timespec="microseconds").replace("+00:00", "Z")


async def tried(caller: Caller, table: str, **query: Any) -> list[Any]:
    answer = await caller.get(f"/v1/tables/{table}/attempts", **query)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["attempts"])


async def test_an_auditor_reads_that_a_player_tried_to_bet_after_the_deal(operator: Operator) -> None:
    table = await operator.table()
    ann = await operator.seated(table)
    await operator.start(table)
    before = datetime.now(UTC)
    dealt = await operator.deal(table)
    refused = await ann.bet(table, "tie", 5, X_Request_Id="late-bet")
    assert code_of(refused, 409) == "wrong-phase"
    auditor = await operator.holder("auditor", "office")
    (attempt,) = await tried(auditor, table)
    assert attempt["actor"] == {"role": "player", "id": ann.id}
    assert (attempt["command"], attempt["fields"]) == ("place-bet", {"on": "tie", "stake": 5})
    assert (attempt["code"], attempt["rule"]) == ("wrong-phase", refused.json()["rule"])
    assert (attempt["revision"], attempt["request_id"]) == (dealt["revision"], "late-bet")
    assert before <= datetime.fromisoformat(attempt["at"]) <= datetime.now(UTC)


async def test_revision_mismatches_used_keys_and_what_is_forbidden_are_attempts(operator: Operator) -> None:
    table, other = await operator.table(), await operator.table()
    path = f"/v1/tables/{table}"
    ann = await operator.player(table=other)
    regulator = await operator.holder("regulator", "authority")
    await operator.caller.post(f"{path}/baccarat/start-round", headers={"If-Match": '"9"'})
    await operator.caller.post(f"{path}/baccarat/start-round", headers={"Idempotency-Key": "k"})
    await operator.caller.post(f"{path}/baccarat/start-round", {}, headers={"Idempotency-Key": "k"})
    await ann.caller.post(f"{path}/take-seat", {"seat": 1, "buy_in": 0})
    await regulator.post(f"{path}/close-table")
    assert [(one["actor"], one["command"], one["code"]) for one in await tried(regulator, table)] == [
        ({"role": "operator", "id": operator.name}, "start-round", "revision-mismatch"),
        ({"role": "operator", "id": operator.name}, "start-round", "idempotency-key-reused"),
        ({"role": "player", "id": ann.id}, "take-seat", "forbidden"),
        ({"role": "regulator", "id": "authority"}, "close-table", "forbidden"),
    ]


async def test_refused_transfers_are_attempts_at_the_wallet(operator: Operator) -> None:
    ann = await operator.player(money=5)
    path = f"/v1/wallets/{ann.id}"
    await operator.caller.post(f"{path}/withdrawals", {"amount": 6}, headers={"X-Request-Id": "w-6"})
    await ann.caller.post(f"{path}/deposits", {"amount": 10**6})
    answer = await operator.caller.get(f"{path}/attempts")
    first, second = answer.json()["attempts"]
    assert (first["command"], first["fields"], first["code"]) == (
        "withdraw",
        {"amount": 6},
        "insufficient-funds",
    )
    assert (first["request_id"], first["revision"]) == ("w-6", 2)
    assert (second["actor"]["id"], second["command"], second["code"]) == (ann.id, "deposit", "forbidden")
    assert code_of(await operator.caller.get("/v1/wallets/nobody/attempts"), 404) == "not-found"


async def test_refused_commands_to_a_dispute_are_attempts_at_it(
    operator: Operator, foreign: Operator
) -> None:
    played = await played_round(operator)
    dispute = await played.open()
    path = f"/v1/disputes/{dispute}"
    await played.auditor.post(f"{path}/uphold", {"reason": "So it was.", "corrections": []})
    await played.ann.caller.post(f"{path}/take")
    answer = await played.auditor.get(f"{path}/attempts")
    assert answer.status_code == 200, answer.text
    judged, taken = answer.json()["attempts"]
    assert (judged["actor"]["id"], judged["command"], judged["code"]) == ("vera", "uphold", "not-taken")
    assert (judged["revision"], judged["fields"]["reason"]) == (1, "So it was.")
    assert (taken["actor"]["id"], taken["command"], taken["code"]) == (played.ann.id, "take", "forbidden")
    assert (taken["revision"], taken["fields"]) == (0, {})
    assert code_of(await played.ann.caller.get(f"{path}/attempts"), 403) == "forbidden"
    assert code_of(await foreign.caller.get(f"{path}/attempts"), 404) == "not-found"
    for other in ("dispute-aaaaaaaaaaaaaaaa", played.table, "x"):
        answer = await operator.caller.get(f"/v1/disputes/{other}/attempts")
        assert code_of(answer, 404) == "not-found"


async def test_a_command_to_what_is_no_disputes_id_is_no_attempt_at_a_dispute(operator: Operator) -> None:
    played = await played_round(operator)
    dispute = await played.open()
    bare = dispute.removeprefix("dispute-")
    assert code_of(await played.ann.caller.post(f"/v1/disputes/{bare}/take"), 403) == "forbidden"
    answer = await played.auditor.get(f"/v1/disputes/{dispute}/attempts")
    assert answer.json()["attempts"] == []


async def test_who_may_not_open_a_dispute_is_told_so_in_good_english(operator: Operator) -> None:
    auditor = await operator.holder("auditor", "office")
    refused = await auditor.post("/v1/disputes", {})
    assert code_of(refused, 403) == "forbidden"
    assert refused.json()["detail"] == "this is not for an auditor to do"


async def test_what_could_not_be_understood_or_comes_from_nobody_is_no_attempt(
    operator: Operator, anybody: Caller
) -> None:
    table = await operator.table()
    path = f"/v1/tables/{table}/baccarat/place-bet"
    assert (await anybody.post(path, {"on": "tie", "stake": 5})).status_code == 401
    assert (await operator.caller.post(path, {"on": "roof"})).status_code == 422
    assert (await operator.caller.post(f"{path}s", {})).status_code == 404
    assert await tried(operator.caller, table) == []


async def test_attempts_are_read_by_time_and_page_by_page(operator: Operator) -> None:
    table = await operator.table()
    ann = await operator.seated(table)
    for stake in range(5, 10):
        await ann.bet(table, stake=stake)
    everything = await tried(operator.caller, table)
    assert [one["fields"]["stake"] for one in everything] == [5, 6, 7, 8, 9]
    path, stakes = f"/v1/tables/{table}/attempts", []
    cursor: dict[str, Any] = {}
    for more in (True, True, False):
        page = (await operator.caller.get(path, limit=2, **cursor)).json()
        stakes += [one["fields"]["stake"] for one in page["attempts"]]
        cursor = {"cursor": page["next"]}
        assert (page["next"] is not None) is more
    assert stakes == [5, 6, 7, 8, 9]
    assert await tried(operator.caller, table, since=everything[2]["at"]) == everything[2:]
    assert await tried(operator.caller, table, until=everything[2]["at"]) == everything[:2]
    yesterday = moment(datetime.now(UTC) - timedelta(days=1))
    assert await tried(operator.caller, table, until=yesterday) == []


@pytest.mark.parametrize(
    "query",
    [
        {"since": "yesterday"},
        {"since": "2026-02-31T00:00:00Z"},
        {"until": "2026-01-01T00:00:00"},
        {"cursor": "7"},
        {"limit": 0},
    ],
)
async def test_a_span_that_is_none_is_refused(operator: Operator, query: dict[str, Any]) -> None:
    table = await operator.table()
    answer = await operator.caller.get(f"/v1/tables/{table}/attempts", **query)
    assert code_of(answer, 400) == "invalid-parameter"
    assert [error["parameter"] for error in answer.json()["errors"]] == [*query]


async def test_players_and_other_operators_read_none(operator: Operator, foreign: Operator) -> None:
    table = await operator.table()
    ann = await operator.player()
    path = f"/v1/tables/{table}/attempts"
    assert code_of(await ann.caller.get(path), 403) == "forbidden"
    for caller in (foreign.caller, await foreign.holder("auditor")):
        assert code_of(await caller.get(path), 404) == "not-found"


async def test_what_was_tried_by_another_process_is_read_once_it_is_written(
    operator: Operator, other_process: Served
) -> None:
    table = await operator.table()
    there = Caller(other_process.url, operator.caller.bearer)
    await there.post(f"/v1/tables/{table}/baccarat/deal")
    await other_process.parts.attempts.flush()
    (attempt,) = await tried(operator.caller, table)
    assert (attempt["command"], attempt["code"]) == ("deal", "wrong-phase")
