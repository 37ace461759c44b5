"""All routes as the document needs them: Litestar's, and those of commands."""

from collections.abc import Callable, Iterator
from inspect import cleandoc
from typing import Any, Final

from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import Struct

from croupier.adapters.http.command_routes import ROUTES, CommandRoute
from croupier.adapters.http.openapi.shapes import GAME_SHAPES, TABLE_ANSWER, pascal
from croupier.adapters.http.operations import Operation, operation_of
from croupier.adapters.http.problems import sentence
from croupier.adapters.http.refusals import REFUSALS
from croupier.domain.catalogue import GAMES

_NOT_OF_TABLES: Final = {"wallet-exists", "wallet-full", "impossible-deck", "invalid-limits"}
_COMMAND_REFUSALS: Final = ("not-found", *sorted(REFUSALS.keys() - _NOT_OF_TABLES))


class Route(Struct, frozen=True):
    """One method of one path. `text` describes it: a sentence, and more after a blank line."""

    path: str
    method: str
    status: int
    text: str
    operation: Operation
    handler: Callable[..., Any] | None = None


def ordinary(app: Litestar) -> Iterator[Route]:
    """Litestar's routes, each handler at the shortest of its paths, in an order that is always the same."""
    seen = set()
    for route in sorted(app.routes, key=lambda route: (len(route.path), route.path)):
        if not isinstance(route, HTTPRoute):
            continue
        for handler in sorted(route.route_handlers, key=lambda handler: sorted(handler.http_methods)):
            if handler.fn in seen or handler.http_methods == {"OPTIONS"}:
                continue
            seen.add(handler.fn)
            (method,) = handler.http_methods
            text = cleandoc(handler.fn.__doc__ or "")
            yield Route(
                route.path_format, str(method), handler.status_code, text, operation_of(handler), handler.fn
            )


def commands() -> Iterator[Route]:
    """The routes of commands at tables."""
    for route in ROUTES.values():
        name = sentence(route.tag)
        title = f"{GAMES[route.game].title}: {name.lower()}." if route.game else f"{name}."
        text = f"{title}\n\n{cleandoc(route.command.__doc__ or '')}"
        yield Route(route.path, "POST", 200, text, _operation(route))


def _operation(route: CommandRoute) -> Operation:
    name = pascal(f"{route.game}-{route.tag}" if route.game else route.tag)
    answer = GAME_SHAPES[route.game].answer if route.game else TABLE_ANSWER
    return Operation(
        name[0].lower() + name[1:],
        "Play",
        "command-table",
        answer,
        route.command,
        _COMMAND_REFUSALS,
        keyed=True,
        matched=True,
    )
