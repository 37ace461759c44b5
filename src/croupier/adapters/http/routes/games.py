"""The catalogue of games. Anybody may read it."""

from typing import Any, Final

import msgspec
from litestar import Response, get
from msgspec import Struct

from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest
from croupier.adapters.http.operations import Operation, described
from croupier.domain.catalogue import GAMES
from croupier.domain.decider import by_tag
from croupier.domain.games.game import Game


class GameDescription(Struct, frozen=True):
    """A game: its seats and commands, the JSON Schemas of its tables' rules and limits, the default rules."""

    game: str
    title: str
    rules_version: str
    places: int
    commands: tuple[str, ...]
    rules_schema: dict[str, Any]
    limits_schema: dict[str, Any]
    default_rules: dict[str, Any]


class Catalogue(Struct, frozen=True):
    """All games that tables can be opened for."""

    games: tuple[GameDescription, ...]


def _shown(game: Game) -> GameDescription:
    return GameDescription(
        game.name,
        game.title,
        game.rules_version,
        game.places,
        tuple(by_tag(game.commands)),
        msgspec.json.schema(game.rules),
        msgspec.json.schema(game.limits),
        msgspec.to_builtins(game.rules()),
    )


_CATALOGUE: Final = encode(Catalogue(tuple(map(_shown, GAMES.values()))))


@get("/v1/games", opt=described(Operation("listGames", "Catalogue", None, Catalogue)))
async def list_games(request: AnyRequest) -> Response[bytes]:
    """List the games.

    With them the rules and limits that a table of each takes.
    """
    return reply(_CATALOGUE)
