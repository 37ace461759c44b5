"""Every POST of the application, from its own list, is done once under one `Idempotency-Key`."""

import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any, Final

import httpx
import psycopg
import pytest
import uuid_utils
from msgspec import Struct
from tests.api import everything
from tests.api.calling import LIMITS, Caller, Operator
from tests.api.disputing import CLAIM, Played, pays, played_round
from tests.api.idempotent import Asked, done_once
from tests.support.staging import GOLDEN

from croupier.adapters.http.command_routes import ROUTES as COMMANDS
from croupier.adapters.scenarios.playing import play_all
from croupier.adapters.scenarios.service import Service
from croupier.service.scenarios.report import Report

POSTS: Final = {
    route.operation.id: route
    for route in everything.ROUTES
    if route.method == "POST" and route.path.removeprefix("/v1/tables/{table}/") not in COMMANDS
}
"""Those that are no commands at tables, by the names of their operations."""

_DELIVERED: Final = """
INSERT INTO croupier.webhook_deliveries (delivery, webhook, message, type, attempt, at, outcome, duration)
VALUES (%s, %s, 'message-1', 'webhook.ping', 1, %s, 'accepted', 5)
"""


class Stage(Struct):
    """What requests are made from: operators with a live and with a test key, the owner's database."""

    operator: Operator
    tester: Operator
    database: str


Recipe = Callable[[Stage], Awaitable[Asked]]
"""A request that is accepted."""

_RECIPES: Final[dict[str, Recipe]] = {}


def recipe(operation: str) -> Callable[[Recipe], Recipe]:
    def register(made: Recipe) -> Recipe:
        _RECIPES[operation] = made
        return made

    return register


@recipe("openTable")
async def _open_table(at: Stage) -> Asked:
    return Asked(at.operator.caller, "/v1/tables", {"game": "baccarat", "limits": LIMITS})


@recipe("expireTurn")
async def _expire_turn(at: Stage) -> Asked:
    table = await at.tester.table(fixed={"decks": [["9S", "KD", "2C", "7H"]]})
    await at.tester.start(table)
    return Asked(at.tester.caller, f"/v1/tables/{table}/expire-turn")


@recipe("openPlayer")
async def _open_player(at: Stage) -> Asked:
    return Asked(at.operator.caller, "/v1/players")


@recipe("mintToken")
async def _mint_token(at: Stage) -> Asked:
    player = await at.operator.player(money=0)
    return Asked(at.operator.caller, f"/v1/players/{player.id}/tokens", {"ttl_seconds": 60})


@recipe("mintSpectatorToken")
async def _mint_spectator_token(at: Stage) -> Asked:
    return Asked(at.operator.caller, "/v1/spectators/tokens", {"ttl_seconds": 60})


@recipe("createKey")
async def _create_key(at: Stage) -> Asked:
    return Asked(await at.operator.holder("admin"), "/v1/keys", {"role": "auditor", "name": "vera"})


@recipe("rotateKey")
async def _rotate_key(at: Stage) -> Asked:
    admin = await at.operator.holder("admin")
    key = (await admin.do("/v1/keys", role="auditor"))["key_id"]
    return Asked(admin, f"/v1/keys/{key}/rotate", {"overlap_seconds": 60})


@recipe("deposit")
async def _deposit(at: Stage) -> Asked:
    player = await at.operator.player(money=0)
    return Asked(at.operator.caller, f"/v1/wallets/{player.id}/deposits", {"amount": 7})


@recipe("withdraw")
async def _withdraw(at: Stage) -> Asked:
    player = await at.operator.player(money=7)
    return Asked(at.operator.caller, f"/v1/wallets/{player.id}/withdrawals", {"amount": 7})


@recipe("registerWebhook")
async def _register_webhook(at: Stage) -> Asked:
    body = {"url": "https://93.184.215.14/hook", "events": ["round-ended"]}
    return Asked(at.operator.caller, "/v1/webhooks", body)


def _at_webhook(tail: str, body: Any) -> Recipe:
    async def ask(at: Stage) -> Asked:
        webhook = await everything.webhook(at.operator)
        return Asked(at.operator.caller, f"/v1/webhooks/{webhook}/{tail}", body)

    return ask


_RECIPES["rotateSecret"] = _at_webhook("rotate-secret", {"overlap_seconds": 60})
_RECIPES["replayWebhook"] = _at_webhook("replay", {"from": 0})
_RECIPES["testWebhook"] = _at_webhook("test", {})


@recipe("redeliver")
async def _redeliver(at: Stage) -> Asked:
    webhook, delivery = await everything.webhook(at.operator), str(uuid_utils.uuid7())
    with psycopg.connect(at.database) as owner:
        owner.execute(_DELIVERED, (delivery, webhook, datetime.now(UTC)))
    return Asked(at.operator.caller, f"/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver")


@recipe("openDispute")
async def _open_dispute(at: Stage) -> Asked:
    played = await played_round(at.operator)
    return Asked(played.ann.caller, "/v1/disputes", {"round": played.round, **CLAIM})


def _in_dispute(tail: str, body: Any, who: Callable[[Played], Caller], *before: tuple[str, Any]) -> Recipe:
    """A request in a dispute of ann's, after the auditor's commands `before`."""

    async def ask(at: Stage) -> Asked:
        played = await played_round(at.operator)
        path = f"/v1/disputes/{await played.open()}"
        for command, fields in before:
            await played.auditor.do(f"{path}/{command}", **fields)
        moved = {"corrections": [pays("house", played.ann.id, 5)]} if tail == "uphold" else {}
        return Asked(who(played), f"{path}/{tail}", {**body, **moved})

    return ask


def _auditor(played: Played) -> Caller:
    return played.auditor


def _ann(played: Played) -> Caller:
    return played.ann.caller


_TAKE: Final[tuple[str, Any]] = ("take", {})
_ASK: Final[tuple[str, Any]] = ("ask", {"of": "player", "text": "Which card?"})
_RECIPES.update(
    {
        "takeDispute": _in_dispute("take", {}, _auditor),
        "commentOnDispute": _in_dispute("comment", {"text": "Look again."}, _ann),
        "askInDispute": _in_dispute("ask", _ASK[1], _auditor, _TAKE),
        "answerInDispute": _in_dispute("answer", {"question": 1, "text": "The queen."}, _ann, _TAKE, _ASK),
        "upholdDispute": _in_dispute("uphold", {"reason": "He won."}, _auditor, _TAKE),
        "rejectDispute": _in_dispute("reject", {"reason": "All was right."}, _auditor, _TAKE),
        "withdrawDispute": _in_dispute("withdraw", {}, _ann),
    }
)


def test_no_post_is_left_out() -> None:
    assert POSTS.keys() == _RECIPES.keys()
    assert all(route.operation.keyed for route in everything.ROUTES if route.method == "POST")


@pytest.mark.parametrize("operation", sorted(_RECIPES))
async def test_it_is_done_once(
    operator: Operator, tester: Operator, service_url: str, operation: str
) -> None:
    asked = await _RECIPES[operation](Stage(operator, tester, service_url))
    answer = await done_once(asked)
    assert answer.is_success, answer.text


# Commands at tables: those of the games as scenarios give them, with the cards that they need.


def _commands(scenario: Any) -> set[str]:
    """The routes of the commands that a scenario's steps give and that are not refused."""
    tags = [step["do"] for step in scenario["steps"] if "refused" not in step]
    return {tag if tag in COMMANDS else f"{scenario['game']}/{tag}" for tag in tags}


def _fewest() -> dict[str, bytes]:
    """A few scenarios, by their names, in which every command of every game is given."""
    files = {f"{path.parent.name}/{path.name}": path.read_bytes() for path in GOLDEN}
    given = {name: (_commands(json.loads(data)), len(data)) for name, data in files.items()}
    left = {tail for tail, route in COMMANDS.items() if route.game}
    chosen: dict[str, bytes] = {}
    while left:
        best = max(given, key=lambda name: len(given[name][0] & left) / given[name][1])
        assert given[best][0] & left, left
        chosen[best] = files[best]
        left -= given[best][0]
    return chosen


class Twice(httpx.AsyncClient):
    """Sends each command's first request as `done_once` does, in a scenario that plays through it."""

    def __init__(self, operator: Operator) -> None:
        super().__init__(base_url=f"{operator.url}/v1/", timeout=30, verify=False)
        self._url = operator.url
        self.shown: set[str] = set()

    async def request(self, method: str, url: Any, **sent: Any) -> httpx.Response:
        route = "/".join(str(url).split("/")[2:])
        if method != "POST" or route not in COMMANDS or route in self.shown:
            return await super().request(method, url, **sent)
        self.shown.add(route)
        bearer = sent["headers"]["Authorization"].removeprefix("Bearer ")
        answer = await done_once(Asked(Caller(self._url, bearer), f"/v1/{url}", sent["json"]))
        if not answer.is_success:
            self.shown.discard(route)
        return answer


async def test_every_command_of_every_game_is_done_once(tester: Operator) -> None:
    reports: list[Report] = []
    async with Twice(tester) as http:
        service = Service(tester.url, tester.caller.bearer or "", http)
        await play_all(service, [*_fewest().items()], reports.append)
    assert [report.file for report in reports if report.outcome != "passed"] == []
    assert http.shown >= {tail for tail, route in COMMANDS.items() if route.game}


async def test_every_command_that_games_share_is_done_once(operator: Operator) -> None:
    table, player = await operator.table(), await operator.player()
    asked = {
        "take-seat": (player.caller, {"seat": 1, "buy_in": 10}),
        "top-up": (player.caller, {"amount": 5}),
        "contribute": (player.caller, {"entropy": "c0ffee"}),
        "leave": (player.caller, {}),
        "void-round": (operator.caller, {"reason": "The lights went out."}),
        "close-table": (operator.caller, {}),
    }
    assert asked.keys() == {tail for tail, route in COMMANDS.items() if route.game is None}
    for command, (caller, body) in asked.items():
        if command == "void-round":
            await operator.start(table)
        answer = await done_once(Asked(caller, f"/v1/tables/{table}/{command}", body))
        assert answer.is_success, answer.text
    assert (await player.caller.get(f"/v1/wallets/{player.id}")).json()["balance"] == 1_000
