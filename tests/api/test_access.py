"""Who may what: every route with every role, and with whatever is no valid key or token."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import jwt
import pytest
from tests.api.calling import LIMITS, Caller, Operator, code_of
from tests.api.conforming import the_document

from croupier.adapters.keyfiles import token_key
from croupier.adapters.settings import Settings
from croupier.service.roles import WHO_MAY, KeyRole

OPEN = {"/health/live", "/health/ready", "/schema", "/problems", "/problems/{code}", "/v1/games"}
OPEN_OF_A_LOG = {"/v1/log/{log}/checkpoint", "/v1/log/{log}/key"}
SCHEMES = {
    "operatorKey": "operator",
    "playerToken": "player",
    "auditorKey": "auditor",
    "regulatorKey": "regulator",
}
FOR_OPERATORS = {
    ("post", "/v1/tables"),
    ("post", "/v1/players"),
    ("post", "/v1/players/{player}/tokens"),
    ("post", "/v1/wallets/{player}/deposits"),
    ("post", "/v1/wallets/{player}/withdrawals"),
}

ROUTES = [
    (method, path, operation)
    for path, methods in the_document()["paths"].items()
    for method, operation in methods.items()
]
GUARDED = [route for route in ROUTES if route[1] not in OPEN | OPEN_OF_A_LOG]
BODIES: dict[str, Any] = {
    "openTable": {"game": "baccarat", "limits": LIMITS},
    "deposit": {"amount": 1},
    "withdraw": {"amount": 1},
    "takeSeat": {"seat": 2, "buy_in": 0},
    "topUp": {"amount": 1},
    "contribute": {"entropy": "00"},
    "baccaratPlaceBet": {"on": "player", "stake": 5},
    "baccaratWithdrawBet": {"on": "player"},
}


SAMPLES = {"code": "wrong-phase", "revision": "1", "position": "0"}


def _filled(path: str, table: str, player: str, log: str) -> str:
    known = {"table": table, "player": player, "round": f"{table}.1", "log": log, **SAMPLES}
    return re.sub(r"{(\w+)}", lambda name: known.get(name[1], "unknown"), path)


def _example(operation: Any) -> Any:
    """The body that the document gives as an example, None where it takes none."""
    return operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("example")


def _roles(operation: Any) -> set[str]:
    """Who may use the operation, as the document says."""
    return {SCHEMES[name] for scheme in operation["security"] for name in scheme}


async def _ask(
    caller: Caller, route: tuple[str, str, Any], table: str, player: str, log: str = "unknown"
) -> Any:
    method, path, operation = route
    body = BODIES.get(operation["operationId"]) or _example(operation)
    sent = {"json": body} if body else {}
    return await caller.send(method.upper(), _filled(path, table, player, log), **sent)


def _others(operator: Operator, settings: Settings) -> dict[str, str]:
    """Keys and tokens of the right form that are not valid, by what is wrong with them."""
    assert operator.caller.bearer
    key = operator.caller.bearer
    claims = {"aud": "croupier", "log": operator.name, "sub": "a" * 16, "iat": 1, "jti": "x"}
    soon = int((datetime.now(UTC) + timedelta(hours=1)).timestamp())
    secret = token_key(settings)
    return {
        "another secret": key[:-1] + ("a" if key[-1] != "a" else "b"),
        "a live key as a test key": key.replace("_live_", "_test_"),
        "an unknown key id": re.sub(r"_live_.{16}_", f"_live_{'a' * 16}_", key),
        "no key": "croupier_live_",
        "garbage": "a.b.c",
        "an expired token": jwt.encode({**claims, "exp": 2}, secret, "HS256"),
        "a token by another key": jwt.encode({**claims, "exp": soon}, b"y" * 64, "HS256"),
        "an unsigned token": jwt.encode({**claims, "exp": soon}, "", "none"),
        "a token by another algorithm": jwt.encode({**claims, "exp": soon}, secret + secret, "HS512"),
        "a token that never expires": jwt.encode(claims, secret, "HS256"),
        "a token for others": jwt.encode({**claims, "exp": soon, "aud": "cinema"}, secret, "HS256"),
        "a token of nobody": jwt.encode(
            {name: claim for name, claim in claims.items() if name != "sub"} | {"exp": soon}, secret, "HS256"
        ),
        "a token of a number": jwt.encode({**claims, "exp": soon, "log": 7}, secret, "HS256"),
        "a huge token": "e" * 5000,
    }


def test_every_route_but_the_open_ones_names_who_may_use_it() -> None:
    for method, path, operation in ROUTES:
        if path in OPEN | OPEN_OF_A_LOG:
            assert _roles(operation) == set()
        elif (method, path) in FOR_OPERATORS:
            assert _roles(operation) == {"operator"}
        elif operation["tags"] == ["Play"]:
            assert _roles(operation) == {"operator", "player"}
        else:
            assert _roles(operation)


def test_who_inspects_changes_nothing_but_that_an_auditor_rules_on_disputes() -> None:
    for method, path, operation in GUARDED:
        if method != "get":
            assert "regulator" not in _roles(operation), path
            assert "auditor" not in _roles(operation) or "/disputes/" in path
    assert {use for use, roles in WHO_MAY.items() if roles == {"auditor"}} == {"judge-dispute"}


async def test_open_routes_answer_everybody(anybody: Caller) -> None:
    for route in ROUTES:
        if route[1] in OPEN:
            assert (await _ask(anybody, route, "", "")).status_code == 200


async def test_anybody_reads_what_a_log_has_signed(operator: Operator, anybody: Caller) -> None:
    await operator.table()
    await operator.parts.publisher.publish()
    for path in OPEN_OF_A_LOG:
        assert (await anybody.get(path.replace("{log}", operator.name))).status_code == 200


async def test_no_guarded_route_answers_without_a_valid_key_or_token(
    operator: Operator, anybody: Caller, settings: Settings
) -> None:
    table = await operator.table()
    player = await operator.player()
    for route in GUARDED:
        assert code_of(await _ask(anybody, route, table, player.id), 401) == "unauthenticated"
    for wrong, bearer in _others(operator, settings).items():
        for route in GUARDED[:: len(GUARDED) // 3]:
            answer = await _ask(Caller(operator.url, bearer), route, table, player.id)
            assert code_of(answer, 401) == "unauthenticated", wrong
            assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_other_ways_to_authenticate_are_none(operator: Operator, anybody: Caller) -> None:
    for value in ("Basic b3A6cHc=", "Bearer", f"Token {operator.caller.bearer}"):
        answer = await anybody.get("/v1/tables", headers={"Authorization": value})
        assert code_of(answer, 401) == "unauthenticated"
    lower = await anybody.get("/v1/tables", headers={"Authorization": f"bearer {operator.caller.bearer}"})
    assert lower.status_code == 200


async def test_every_route_is_open_to_the_roles_that_may_and_forbidden_to_all_others(
    operator: Operator,
) -> None:
    table = await operator.table()
    player = await operator.player()
    callers = {
        "operator": operator.caller,
        "player": player.caller,
        "auditor": await operator.holder("auditor", "office"),
        "regulator": await operator.holder("regulator"),
    }
    for route in GUARDED:
        for role, caller in callers.items():
            answer = await _ask(caller, route, table, player.id, operator.name)
            if role in _roles(route[2]):
                assert answer.status_code not in (401, 403), (role, route[:2], answer.text)
            else:
                assert code_of(answer, 403) == "forbidden", (role, route[:2])


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


async def test_another_operators_tables_and_players_are_not_found(
    operator: Operator, foreign: Operator
) -> None:
    table = await operator.table()
    player = await operator.player()
    for route in GUARDED:
        if "{" in route[1] and "operator" in _roles(route[2]):
            answer = await _ask(foreign.caller, route, table, player.id, operator.name)
            assert code_of(answer, 404) == "not-found"
    assert (await foreign.caller.get("/v1/tables")).json()["tables"] == []
    stranger = await foreign.player()
    for route in GUARDED:
        of_another = "{table}" in route[1] or (route[0] == "get" and "{player}" in route[1])
        if of_another and "player" in _roles(route[2]):
            answer = await _ask(stranger.caller, route, table, player.id)
            assert code_of(answer, 404) == "not-found"


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
    access = operator.parts.services.access
    key = await access.create_key(operator.name, role=role)
    await access.revoke_key(key.split("_")[2])
    for bearer in (key, key.replace("_live_", "_test_"), key[:-1] + ("a" if key[-1] != "a" else "b")):
        answer = await Caller(operator.url, bearer).get("/v1/tables")
        assert code_of(answer, 401) == "unauthenticated"


async def test_a_revoked_key_opens_nothing_any_more_and_a_second_one_stays_good(
    operator: Operator,
) -> None:
    access = operator.parts.services.access
    second = Caller(operator.url, await access.create_key(operator.name))
    assert (await second.get("/v1/tables")).status_code == 200
    assert second.bearer
    third = await access.create_key(operator.name)
    await access.revoke_key(third.split("_")[2])
    assert code_of(await Caller(operator.url, third).get("/v1/tables"), 401) == "unauthenticated"
    assert (await second.get("/v1/tables")).status_code == 200
    assert (await operator.caller.get("/v1/tables")).status_code == 200
