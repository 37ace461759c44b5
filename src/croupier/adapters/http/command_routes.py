"""The routes of commands at tables, straight from the catalogue: one a command, none written by hand."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder
from msgspec.structs import replace

from croupier.adapters.http.deprecations import COMMANDS, Deprecation, deprecation_of
from croupier.domain.catalogue import GAMES
from croupier.domain.decider import by_tag
from croupier.domain.games.game import SHARED_COMMANDS

TABLES: Final = "/v1/tables/"


class CommandRoute(Struct, frozen=True):
    """A command's route. `game` is None for the commands that tables of every game take.

    `deprecated` is None for those that are not.
    """

    command: type[Struct]
    tag: str
    game: str | None
    decoder: Decoder[Any]
    deprecated: Deprecation | None = None

    @property
    def path(self) -> str:
        """The route's path, with the table's id left open."""
        return f"{TABLES}{{table}}/{self.tail}"

    @property
    def tail(self) -> str:
        """What follows the table's id in the path."""
        return f"{self.game}/{self.tag}" if self.game else self.tag


def _routes(game: str | None, commands: tuple[type[Struct], ...]) -> list[CommandRoute]:
    return [_route(kind, tag, game) for tag, kind in by_tag(commands).items()]


def _route(kind: type[Struct], tag: str, game: str | None) -> CommandRoute:
    route = CommandRoute(kind, tag, game, Decoder(kind))
    return replace(route, deprecated=deprecation_of(route.path, COMMANDS.get(route.tail)))


ROUTES: Final[Mapping[str, CommandRoute]] = {
    route.tail: route
    for routes in (_routes(None, SHARED_COMMANDS), *(_routes(g.name, g.commands) for g in GAMES.values()))
    for route in routes
}
"""All routes by their tails."""


def routed(path: str) -> tuple[CommandRoute, str] | None:
    """The command's route that the path is on, and the table that it names; None when it is on none."""
    if not path.startswith(TABLES):
        return None
    table, _, tail = path[len(TABLES) :].partition("/")
    route = ROUTES.get(tail)
    return (route, table) if route else None
