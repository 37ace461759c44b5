"""Every route of the application, from its own list, and a request to each that makes sense."""

import re
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from http.client import HTTPConnection
from typing import Any, Final

import httpx
from litestar.routes import HTTPRoute
from msgspec import Struct
from msgspec.json import decode
from tests.api.calling import LIMITS, Caller, Operator
from tests.api.conforming import operation_of, require_conforming
from tests.api.disputing import CLAIM, Played, played_round

from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.openapi.routes import Route, commands, ordinary
from croupier.adapters.http.pages.reference import ASSETS
from croupier.domain.catalogue import GAMES
from croupier.service.webhooks.webhooks import JudgedUrl, NewWebhook

APP: Final = ordinary_routes()
ROUTES: Final = [*ordinary(APP), *commands()]
GUARDED: Final = sorted(
    (route for route in ROUTES if route.operation.use), key=lambda route: route.method == "DELETE"
)
"""Those that ask who calls; what removes something comes last, so that it is there for all others."""

OPEN: Final = [route for route in ROUTES if not route.operation.use]

# What the document's examples say that can't be done at a table of baccarat between rounds.
_BODIES: Final[dict[str, Any]] = {
    "openTable": {"game": "baccarat", "limits": LIMITS},
    "takeSeat": {"seat": 3, "buy_in": 0},
    "createKey": {"role": "spectator"},
}


NOWHERE: Final = JudgedUrl("https://nowhere.invalid/")
NO_DELIVERY: Final = "01900000-0000-7000-8000-000000000000"
"""Nothing is delivered in these tests: of all that paths name it alone is not there."""


class Known(Struct):
    """What the paths of routes name: things of one operator, so that all that is asked for is there."""

    operator: Operator
    played: Played
    names: dict[str, str]
    tables: dict[str, str]
    """A table of each game."""


async def known(operator: Operator) -> Known:
    """An operator with something of everything that paths name."""
    played = await played_round(operator)
    admin = await operator.holder("admin")
    person = await operator.caller.send("PUT", f"/v1/players/{played.ann.id}/person", json={"person": {}})
    assert person.is_success, person.text
    await operator.parts.publisher.publish()
    size = (await operator.parts.store.heads())[operator.log] + 1
    names = {
        "table": played.table,
        "player": played.ann.id,
        "round": played.round,
        "dispute": await played.open(),
        "log": operator.log,
        "key": (await admin.do("/v1/keys", role="spectator"))["key_id"],
        "revision": "1",
        "position": "0",
        "path": f"entries/000.p/{size}",
        "webhook": await webhook(operator),
        "delivery": NO_DELIVERY,
        "code": "wrong-phase",
        "game": "baccarat",
        "asset": next(iter(ASSETS)),
    }
    others = {game: await _table(operator, game) for game in GAMES if game != "baccarat"}
    return Known(operator, played, names, {"baccarat": played.table, **others})


async def webhook(operator: Operator) -> str:
    """A webhook of the operator's, whose endpoint is nowhere."""
    wanted = NewWebhook(NOWHERE, ("round-ended",), "")
    made = await operator.parts.services.webhooks.register(operator.log, wanted)
    return made.webhook.webhook


async def _table(operator: Operator, game: str) -> str:
    limits = {name: LIMITS[name] for name in GAMES[game].limits.__struct_fields__ if name in LIMITS}
    return str((await operator.caller.do("/v1/tables", game=game, limits=limits))["table"])


def filled(route: Route, here: Known) -> str:
    """The route's path. Raises `KeyError` for a name of which `known` knows no example yet."""
    games = [part for part in route.path.split("/") if part in GAMES]
    names = {**here.names, **({"table": here.tables[games[0]]} if games else {})}
    return re.sub(r"{(\w+)}", lambda name: names[name[1]], route.path)


def body_of(route: Route) -> Any:
    """What to send: the document's own example, where there is nothing better; None for nothing."""
    if route.operation.body is None:
        return None
    if route.operation.id in _BODIES:
        return _BODIES[route.operation.id]
    if route.operation.id == "openDispute":
        return None
    told = operation_of(route.method, re.sub(r"{\w+}", "x", route.path))
    assert told, route.path
    content: dict[str, Any] = told.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("example")


async def ask(caller: Caller, route: Route, here: Known) -> httpx.Response:
    """The answer to a request at the route, which is as documented; of a stream its head alone."""
    async with asked(caller.http, route, here) as answer:
        if answer.status_code != 200 or route.operation.media != "text/event-stream":
            await answer.aread()
            require_conforming(answer)
        return answer


@asynccontextmanager
async def asked(http: httpx.AsyncClient, route: Route, here: Known) -> AsyncIterator[httpx.Response]:
    """An answer whose body has not been read."""
    body = body_of(route)
    if route.operation.id == "openDispute":
        body = {"round": here.played.round, "player": here.played.ann.id, **CLAIM}
    sent = {} if body is None else {"json": body}
    async with http.stream(route.method, filled(route, here), **sent) as answer:
        yield answer


def bare_answers(
    url: str, headers: Mapping[str, str], routes: Iterable[Route], here: Known
) -> list[tuple[int, Any, bool]]:
    """Of each route status, code, and whether it says what key is needed: by the barest client there is."""
    connection = HTTPConnection(url.removeprefix("http://"), timeout=60)
    found = []
    for route in routes:
        connection.request(route.method, filled(route, here), headers=dict(headers))
        answer = connection.getresponse()
        challenge = answer.headers.get("www-authenticate", "")
        found.append((answer.status, decode(answer.read()).get("code"), challenge.startswith("Bearer")))
    connection.close()
    return found


def all_are_over_http() -> bool:
    """Whether the application has no route of another kind, which this list would leave out."""
    return all(isinstance(route, HTTPRoute) for route in APP.routes)
