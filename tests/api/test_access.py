"""What callers reach: their own log, table and wallet, and what keys and tokens are good for."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.api.calling import Caller, Operator, code_of

from croupier.service.roles import KeyRole


async def test_other_ways_to_authenticate_are_none(operator: Operator, anybody: Caller) -> None:
    for value in ("Basic b3A6cHc=", "Bearer", f"Token {operator.caller.bearer}"):
        answer = await anybody.get("/v1/tables", headers={"Authorization": value})
        assert code_of(answer, 401) == "unauthenticated"
    lower = await anybody.get("/v1/tables", headers={"Authorization": f"bearer {operator.caller.bearer}"})
    assert lower.status_code == 200


async def test_who_inspects_reads_one_operators_log_and_no_others(
    operator: Operator, foreign: Operator
) -> None:
    table, player = await operator.table(), await operator.player()
    for role in ("auditor", "regulator"):
        own, stranger = await operator.holder(role), await foreign.holder(role)
        for path in (f"/v1/tables/{table}", f"/v1/tables/{table}/events", f"/v1/wallets/{player.id}"):
            assert (await own.get(path)).status_code == 200
            assert code_of(await stranger.get(path), 404) == "not-found"
        assert [one["table"] for one in (await own.get("/v1/tables")).json()["tables"]] == [table]
        assert (await stranger.get("/v1/tables")).json()["tables"] == []


async def test_a_player_reads_no_other_players_wallet(operator: Operator) -> None:
    one, other = await operator.player(), await operator.player()
    for path in (f"/v1/wallets/{other.id}", f"/v1/wallets/{other.id}/history"):
        assert code_of(await one.caller.get(path), 404) == "not-found"
        assert (await other.caller.get(path)).status_code == 200


async def test_a_token_for_one_table_is_for_no_other(operator: Operator) -> None:
    table, other = await operator.table(), await operator.table()
    player = await operator.player(table=table)
    assert (await player.caller.get(f"/v1/tables/{table}")).status_code == 200
    await player.caller.do(f"/v1/tables/{table}/take-seat", seat=1, buy_in=10)
    for name in (other, "baccarat-aaaaaaaaaaaaaaaa"):
        for path in (f"/v1/tables/{name}", f"/v1/tables/{name}/events"):
            assert code_of(await player.caller.get(path), 403) == "forbidden"
        seat = await player.caller.post(f"/v1/tables/{name}/take-seat", {"seat": 1, "buy_in": 0})
        assert code_of(seat, 403) == "forbidden"


async def test_players_may_not_do_what_is_the_houses_and_the_house_not_what_is_theirs(
    operator: Operator,
) -> None:
    table = await operator.table()
    player = await operator.seated(table)
    for command in ("baccarat/start-round", "close-table"):
        answer = await player.caller.post(f"/v1/tables/{table}/{command}")
        assert code_of(answer, 409) == "not-the-banker"
    seat = await operator.caller.post(f"/v1/tables/{table}/take-seat", {"seat": 1, "buy_in": 0})
    assert code_of(seat, 409) == "not-seated"
    await operator.start(table)
    bet = await operator.caller.post(f"/v1/tables/{table}/baccarat/place-bet", {"on": "player", "stake": 10})
    assert code_of(bet, 409) == "banker-may-not-bet"


async def test_a_token_is_minted_only_for_the_operators_own_player_and_table(
    operator: Operator, foreign: Operator
) -> None:
    player = await operator.player()
    table = await foreign.table()
    path = f"/v1/players/{player.id}/tokens"
    assert code_of(await operator.caller.post(path, {"table": table}), 404) == "not-found"
    assert code_of(await foreign.caller.post(path), 404) == "not-found"
    assert code_of(await operator.caller.post("/v1/players/nobody/tokens"), 404) == "not-found"


@pytest.mark.parametrize(
    "body", [{"ttl_seconds": 0}, {"ttl_seconds": 86_401}, {"table": "x"}, {"role": "op"}]
)
async def test_a_token_request_out_of_bounds_is_refused(operator: Operator, body: Any) -> None:
    player = await operator.player(money=0)
    answer = await operator.caller.post(f"/v1/players/{player.id}/tokens", body)
    assert code_of(answer, 422) == "invalid-body"
    assert [error["pointer"] for error in answer.json()["errors"]] == [f"/{next(iter(body))}"]


async def test_a_minted_token_tells_when_it_expires(operator: Operator) -> None:
    player = await operator.player(money=0)
    answer = await operator.caller.post(f"/v1/players/{player.id}/tokens", {"ttl_seconds": 60})
    assert answer.status_code == 201
    left = datetime.fromisoformat(answer.json()["expires_at"]) - datetime.now(UTC)
    assert timedelta(seconds=55) < left <= timedelta(seconds=60)


@pytest.mark.parametrize("role", ["auditor", "regulator"])
async def test_a_key_that_was_revoked_is_good_for_no_role(operator: Operator, role: KeyRole) -> None:
    making = operator.parts.services.keymaking
    key = await making.create_key(operator.name, role=role)
    await making.revoke_key(key.split("_")[2])
    for bearer in (key, key.replace("_live_", "_test_"), key[:-1] + ("a" if key[-1] != "a" else "b")):
        answer = await Caller(operator.url, bearer).get("/v1/tables")
        assert code_of(answer, 401) == "unauthenticated"


async def test_a_revoked_key_opens_nothing_any_more_and_a_second_one_stays_good(
    operator: Operator,
) -> None:
    making = operator.parts.services.keymaking
    second = Caller(operator.url, await making.create_key(operator.name))
    assert (await second.get("/v1/tables")).status_code == 200
    assert second.bearer
    third = await making.create_key(operator.name)
    await making.revoke_key(third.split("_")[2])
    assert code_of(await Caller(operator.url, third).get("/v1/tables"), 401) == "unauthenticated"
    assert (await second.get("/v1/tables")).status_code == 200
    assert (await operator.caller.get("/v1/tables")).status_code == 200
