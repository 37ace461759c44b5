"""Spectators see what everybody at the tables sees, and nothing else."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.disputing import Played


async def watching(operator: Operator, **asked: Any) -> Caller:
    answer = await operator.caller.post("/v1/spectators/tokens", asked)
    assert answer.status_code == 201, answer.text
    return Caller(operator.url, answer.json()["token"])


async def test_a_token_is_minted_for_a_while_and_for_a_spectator_of_its_own(operator: Operator) -> None:
    one, other = [
        (await operator.caller.post("/v1/spectators/tokens", {"ttl_seconds": 60})).json() for _ in range(2)
    ]
    assert one["spectator"] != other["spectator"]
    assert one["table"] is None
    left = datetime.fromisoformat(one["expires_at"]) - datetime.now(UTC)
    assert timedelta(seconds=55) < left <= timedelta(seconds=60)


async def test_a_spectator_reads_tables_and_events_as_anybody(operator: Operator) -> None:
    table = await operator.table()
    await operator.seated(table)
    await operator.start(table)
    bystander = await operator.player()
    own = Caller(
        operator.url, await operator.parts.services.keymaking.create_key(operator.name, "live", "spectator")
    )
    for watcher in (await watching(operator), own):
        reading = (await watcher.get(f"/v1/tables/{table}", at_least=5)).json()
        anybodys = (await bystander.caller.get(f"/v1/tables/{table}", at_least=5)).json()
        assert reading["view"] == anybodys["view"]
        assert reading["options"] == []
        assert [one["table"] for one in (await watcher.get("/v1/tables", at_least=5)).json()["tables"]] == [
            table
        ]
        assert len((await watcher.get(f"/v1/tables/{table}/events")).json()["entries"]) == 3


async def test_a_spectator_reads_no_wallet_report_dispute_or_log_and_gives_no_command(played: Played) -> None:
    operator = played.operator
    dispute = await played.open()
    watcher = await watching(operator)
    for path in (
        f"/v1/wallets/{played.ann.id}",
        f"/v1/wallets/{played.ann.id}/history",
        f"/v1/players/{played.ann.id}/rounds",
        f"/v1/rounds/{played.round}",
        "/v1/disputes",
        f"/v1/disputes/{dispute}",
        f"/v1/tables/{played.table}/attempts",
        f"/v1/log/{operator.log}/bundle",
        "/v1/keys",
    ):
        assert code_of(await watcher.get(path), 403) == "forbidden"
    for path in (f"/v1/tables/{played.table}/leave", "/v1/spectators/tokens"):
        assert code_of(await watcher.post(path), 403) == "forbidden"


async def test_a_token_for_one_table_is_for_no_other(operator: Operator) -> None:
    table, other = await operator.table(), await operator.table()
    watcher = await watching(operator, table=table)
    assert (await watcher.get(f"/v1/tables/{table}")).status_code == 200
    for path in (f"/v1/tables/{other}", f"/v1/tables/{other}/events"):
        assert code_of(await watcher.get(path), 403) == "forbidden"


async def test_a_token_for_one_table_lists_that_one_and_no_other(operator: Operator) -> None:
    tables = sorted([await operator.table() for _ in range(3)])
    bystander = await operator.seated(tables[0])
    head = (await operator.caller.get("/v1/tables")).json()["position"]
    watcher = await watching(operator, table=tables[1])
    player = await operator.token(bystander.id, table=tables[1])
    for caller in (watcher, player):
        page = await caller.get("/v1/tables", at_least=head, limit=1)
        assert [one["table"] for one in page.json()["tables"]] == [tables[1]]
        assert page.json()["next"] is None
    for name, value in (("player", bystander.id), ("game", "blackjack"), ("status", "closed")):
        asked: dict[str, Any] = {name: value}
        assert (await watcher.get("/v1/tables", at_least=head, **asked)).json()["tables"] == []
    listed = (await watcher.get("/v1/tables", at_least=head, game="baccarat", status="open")).json()
    assert [one["table"] for one in listed["tables"]] == [tables[1]]


async def test_who_may_watch_a_table_may_ask_for_the_tables_of_its_players(operator: Operator) -> None:
    table = await operator.table()
    await operator.table()
    player = await operator.seated(table)
    watcher = await watching(operator)
    head = (await watcher.get("/v1/tables", at_least=3)).json()["position"]
    view = (await watcher.get(f"/v1/tables/{table}", at_least=head)).json()["view"]
    assert player.id in str(view), "everybody at a table sees who sits there"
    listed = (await watcher.get("/v1/tables", player=player.id, at_least=head)).json()["tables"]
    assert [one["table"] for one in listed] == [table]


async def test_a_spectator_of_another_operator_sees_nothing(operator: Operator, foreign: Operator) -> None:
    table = await operator.table()
    watcher = await watching(foreign)
    assert code_of(await watcher.get(f"/v1/tables/{table}"), 404) == "not-found"
    assert (await watcher.get("/v1/tables")).json()["tables"] == []
    answer = await foreign.caller.post("/v1/spectators/tokens", {"table": table})
    assert code_of(answer, 404) == "not-found"


@pytest.mark.parametrize(
    "body", [{"ttl_seconds": 0}, {"ttl_seconds": 86_401}, {"table": "x"}, {"role": "player"}]
)
async def test_a_token_out_of_bounds_is_refused(operator: Operator, body: Any) -> None:
    answer = await operator.caller.post("/v1/spectators/tokens", body)
    assert code_of(answer, 422) == "invalid-body"
