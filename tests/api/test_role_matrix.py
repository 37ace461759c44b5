"""Who may what: every route of the application with every role, and with whatever is no valid key or token.

The routes are the application's own, and what is expected is what the one table of roles says, so that a new
route, use or role can't be forgotten.
"""

import asyncio
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import jwt
import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conforming import the_document
from tests.api.everything import (
    GUARDED,
    OPEN,
    ROUTES,
    Known,
    all_are_over_http,
    ask,
    asked,
    bare_answers,
    known,
    webhook,
)

from croupier.adapters.http.openapi.routes import Route
from croupier.adapters.keyfiles import token_key
from croupier.adapters.settings import Settings
from croupier.service.keymaking import KeyWish
from croupier.service.roles import WHO_MAY, Role, Use

SCHEMES = {
    "operatorKey": "operator",
    "playerToken": "player",
    "spectatorToken": "spectator",
    "auditorKey": "auditor",
    "regulatorKey": "regulator",
    "adminKey": "admin",
}
"""The names of the roles in the document."""

OPEN_TO_ALL = {
    "readLiveness",
    "readReadiness",
    "readRules",
    "readReference",
    "readReferenceAsset",
    "readMessages",
    "listGames",
    "readSchema",
    "readEventsSchema",
    "readCommandsSchema",
    "listProblems",
    "readProblem",
    "readCheckpoint",
    "readLogKeys",
}
"""The routes that say nothing of any operator but what he publishes."""


async def callers_of(here: Known) -> dict[str, tuple[Role, Caller]]:
    """A caller in each role, however he shows it, by a name for him."""
    operator = here.operator
    minted = await operator.caller.do("/v1/spectators/tokens")
    acting = Caller(operator.url, operator.caller.bearer)
    acting.http.headers["Croupier-Player"] = here.played.ann.id
    return {
        "operator": ("operator", operator.caller),
        "player": ("player", here.played.ann.caller),
        "operator for a player": ("player", acting),
        "spectator by token": ("spectator", Caller(operator.url, minted["token"])),
        "spectator by key": ("spectator", await operator.holder("spectator")),
        "auditor": ("auditor", await operator.holder("auditor", "office")),
        "regulator": ("regulator", await operator.holder("regulator")),
        "admin": ("admin", await operator.holder("admin")),
    }


def may(role: Role, route: Route) -> bool:
    assert route.operation.use
    return role in WHO_MAY[route.operation.use]


def test_every_use_is_that_of_a_route_and_every_role_may_something() -> None:
    assert {route.operation.use for route in GUARDED} == set(get_args(Use)) == set(WHO_MAY)
    assert set().union(*WHO_MAY.values()) == set(get_args(Role))


def test_no_route_is_left_out_and_those_that_are_open_to_all_are_known() -> None:
    assert all_are_over_http()
    assert {route.operation.id for route in OPEN} == OPEN_TO_ALL
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES)


def test_the_document_says_of_every_route_what_the_table_of_roles_says() -> None:
    for route in ROUTES:
        told = the_document()["paths"][route.path][route.method.lower()]["security"]
        roles = {SCHEMES[name] for scheme in told for name in scheme}
        assert roles == (WHO_MAY[route.operation.use] if route.operation.use else set()), route.path


async def test_what_is_open_to_all_answers_whoever_asks(operator: Operator, anybody: Caller) -> None:
    here = await known(operator)
    for route in OPEN:
        async with asked(anybody.http, route, here) as answer:
            assert answer.status_code == 200, route.path


def test_who_inspects_or_watches_changes_nothing_but_that_an_auditor_rules_on_disputes() -> None:
    for route in GUARDED:
        if route.method != "GET":
            assert not may("regulator", route), route.path
            assert not may("spectator", route), route.path
            assert not may("auditor", route) or "/disputes/" in route.path
    assert {use for use, roles in WHO_MAY.items() if roles == {"auditor"}} == {"judge-dispute"}


def test_an_admin_reads_and_moves_nothing_that_is_played() -> None:
    assert {use for use, roles in WHO_MAY.items() if "admin" in roles} == {"manage-keys"}
    assert WHO_MAY["manage-keys"] == {"admin"}


async def test_every_route_is_open_to_the_roles_that_may_and_forbidden_to_all_others(
    operator: Operator,
) -> None:
    here = await known(operator)
    for name, (role, caller) in (await callers_of(here)).items():
        here.names["webhook"] = await webhook(operator)  # the one before may be removed by now
        forbidden = [route for route in GUARDED if not may(role, route)]
        answers = await asyncio.to_thread(bare_answers, operator.url, caller.http.headers, forbidden, here)
        assert answers == [(403, "forbidden", False)] * len(forbidden), name
        for route in (route for route in GUARDED if may(role, route)):
            answer = await ask(caller, route, here)
            if "{delivery}" in route.path:
                assert answer.json()["detail"] == "there is no such delivery", name
            else:
                assert answer.status_code not in (401, 403, 404), (name, route.path, answer.text)
                assert answer.status_code < 500, (name, route.path)


async def test_what_belongs_to_another_operator_is_not_found_by_any_role_that_may(
    operator: Operator, foreign: Operator
) -> None:
    here, there = await known(operator), await known(foreign)
    strangers = await callers_of(there)
    for name, (role, caller) in strangers.items():
        for route in GUARDED:
            if "{" in route.path and may(role, route):
                answer = await ask(caller, route, here)
                assert code_of(answer, 404) == "not-found", (name, route.method, route.path)
    for path, list_of in (("/v1/tables", "tables"), ("/v1/disputes", "disputes")):
        told = (await strangers["operator"][1].get(path)).text
        assert not any(name in told for name in (*here.tables.values(), here.names["dispute"])), list_of


def _altered(text: str) -> str:
    return text[:-1] + ("a" if text[-1] != "a" else "b")


async def _ended_keys(operator: Operator) -> dict[str, str]:
    """Keys that were valid once."""
    making = operator.parts.services.keymaking
    past = datetime.now(UTC) - timedelta(seconds=1)
    revoked, replaced = [await making.issue(KeyWish(operator.name)) for _ in range(2)]
    expired = await making.issue(KeyWish(operator.name, expires_at=past))
    await making.revoke_key(revoked.stored.key_id)
    await making.rotate(replaced.stored.key_id, timedelta(0))
    return {"a revoked key": revoked.text, "a replaced key": replaced.text, "an expired key": expired.text}


def _forged_keys(key: str) -> dict[str, str]:
    return {
        "another secret": _altered(key),
        "a live key as a test key": key.replace("_live_", "_test_"),
        "an unknown key id": re.sub(r"_live_.{16}_", f"_live_{'a' * 16}_", key),
        "no key": "croupier_live_",
    }


def _forged_tokens(log: str, player: str, secret: bytes) -> dict[str, str]:
    soon = int((datetime.now(UTC) + timedelta(hours=1)).timestamp())
    claims = {"aud": "croupier", "log": log, "sub": player, "iat": 1, "jti": "x", "exp": soon}

    def signed(key: bytes | str = secret, algorithm: str = "HS256", **changed: Any) -> str:
        said = {name: claim for name, claim in {**claims, **changed}.items() if claim is not None}
        return jwt.encode(said, key, algorithm)

    head, said, signature = signed().split(".")
    return {
        "an expired token": signed(exp=2),
        "a token by another key": signed(b"y" * 64),
        "an unsigned token": signed("", "none"),
        "a token by another algorithm": signed(secret + secret, "HS512"),
        "a token that never expires": signed(exp=None),
        "a token for others": signed(aud="cinema"),
        "a token of nobody": signed(sub=None),
        "a token of a number": signed(log=7),
        "a token of a role that has none": signed(role="operator"),
        "a token with an altered signature": f"{head}.{said}.{signature[::-1]}",
        "a token with other claims": f"{head}.{signed(b'y' * 64, sub='b' * 16).split('.')[1]}.{signature}",
        "a huge token": "e" * 5000,
        "garbage": "a.b.c",
    }


async def test_no_guarded_route_answers_to_what_is_no_valid_key_or_token(
    operator: Operator, settings: Settings
) -> None:
    here = await known(operator)
    assert operator.caller.bearer
    wrong = {
        **await _ended_keys(operator),
        **_forged_keys(operator.caller.bearer),
        **_forged_tokens(operator.log, here.played.ann.id, token_key(settings)),
    }
    for name, bearer in (("nothing", None), *wrong.items()):
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
        answers = await asyncio.to_thread(bare_answers, operator.url, headers, GUARDED, here)
        assert answers == [(401, "unauthenticated", True)] * len(GUARDED), name


@pytest.mark.parametrize("right", [lambda token: token, lambda token: token.replace("Bearer", "bearer")])
async def test_the_same_token_unaltered_is_one(
    operator: Operator, settings: Settings, right: Callable[[str], str]
) -> None:
    """That the forged ones above are refused for what is wrong with them, and nothing else."""
    player = await operator.player()
    soon = int((datetime.now(UTC) + timedelta(hours=1)).timestamp())
    claims = {"aud": "croupier", "log": operator.log, "sub": player.id, "iat": 1, "jti": "x", "exp": soon}
    token = jwt.encode(claims, token_key(settings), "HS256")
    caller = Caller(operator.url, None)
    answer = await caller.get("/v1/tables", headers={"Authorization": right(f"Bearer {token}")})
    assert answer.status_code == 200
