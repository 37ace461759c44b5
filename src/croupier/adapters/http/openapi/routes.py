"""All routes as the document needs them: Litestar's, and those of commands."""

from collections.abc import Callable, Iterator
from inspect import cleandoc
from typing import Any, Final

from litestar import Litestar
from litestar.routes import HTTPRoute
from msgspec import Struct
from msgspec.structs import replace

from croupier.adapters.http.command_routes import ROUTES, CommandRoute
from croupier.adapters.http.deprecations import deprecation_of
from croupier.adapters.http.openapi.rules import rules_named
from croupier.adapters.http.openapi.shapes import GAME_SHAPES, TABLE_ANSWER, pascal
from croupier.adapters.http.operations import Operation, operation_of
from croupier.adapters.http.problems.telling import sentence
from croupier.domain.catalogue import GAMES

_OF_TABLES: Final = (
    "banker-may-not-bet",
    "insufficient-chips",
    "invalid-limits",
    "no-deck-left",
    "no-draw-left",
    "not-found",
    "not-seated",
    "not-the-banker",
    "not-your-turn",
    "stake-above-maximum",
    "stake-below-minimum",
    "table-closed",
    "too-few-players",
    "unknown-target",
    "wrong-phase",
)
"""By what tables of every game refuse commands."""
_OF_SEATING: Final = ("already-seated", "insufficient-funds", "no-wallet", "seat-taken")
"""By what the commands that all games share are refused besides; a game's own have words of its own."""


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
            operation = operation_of(handler)
            mark = deprecation_of(route.path_format, operation.deprecated)
            operation = replace(operation, deprecated=mark)
            yield Route(route.path_format, str(method), handler.status_code, text, operation, handler.fn)


def commands() -> Iterator[Route]:
    """The routes of commands at tables."""
    for route in ROUTES.values():
        name = sentence(route.tag)
        title = f"{GAMES[route.game].title}: {name.lower()}." if route.game else f"{name}."
        meaning = cleandoc(route.command.__doc__ or "")
        text = f"{title}\n\n{meaning}{rules_named(meaning, route.game)}"
        yield Route(route.path, "POST", 200, text, _operation(route))


def _operation(route: CommandRoute) -> Operation:
    name = pascal(f"{route.game}-{route.tag}" if route.game else route.tag)
    answer = GAME_SHAPES[route.game].answer if route.game else TABLE_ANSWER
    return Operation(
        name[0].lower() + name[1:],
        "Play",
        "command-table",
        answer,
        body=route.command,
        refusals=(*_OF_TABLES, *(GAMES[route.game].refusal_words if route.game else _OF_SEATING)),
        keyed=True,
        matched=True,
        deprecated=route.deprecated,
    )
