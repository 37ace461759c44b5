"""The body that opens a table, for every game of the catalogue: its rules and limits are the game's own."""

from typing import Any, Final, Literal

from msgspec import UNSET, DecodeError, Struct, UnsetType, defstruct
from msgspec.json import Decoder

from croupier.adapters.http.requests.bodies import reads
from croupier.domain.catalogue import GAMES
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.game import Game
from croupier.domain.table.clock import DecisionTimes
from croupier.domain.table.commands import OpenTable

_DOCUMENTED: Final = """Open a table of {title}.

`limits` are the table's; what `rules` leave out has its default. `fixed` names the cards instead of
shuffling them: for test keys only, where the installation allows it.
"""


def _body(game: Game) -> type[Struct]:
    return defstruct(
        f"Open{game.name.title().replace('-', '')}Table",
        [
            ("game", Literal[game.name]),
            ("limits", game.limits),
            ("rules", game.rules, game.rules()),
            ("fixed", FixedDecks | UnsetType, UNSET),
            ("times", DecisionTimes | UnsetType, UNSET),
        ],
        frozen=True,
        forbid_unknown_fields=True,
        namespace={"__doc__": _DOCUMENTED.format(title=game.title)},
        module=__name__,
    )


class _Any(Struct, frozen=True):
    game: Literal[tuple(GAMES)]  # type: ignore[valid-type]


Opening = tuple[str, OpenTable[Any, Any]]
"""The game, and the command, that a body asks for."""

BODIES: Final = {game.name: _body(game) for game in GAMES.values()}
"""The bodies by their games."""

_skim: Final = Decoder(_Any).decode
_read_any: Final = reads(_Any)
_read: Final = {game: reads(body) for game, body in BODIES.items()}


def read_opening(body: bytes) -> Opening:
    """What the body asks for. Raises `MalformedJson`, `InvalidBody`."""
    game = _game(body)
    asked: Any = _read[game](body)
    return game, OpenTable(asked.limits, asked.rules, asked.fixed, asked.times)


def _game(body: bytes) -> str:
    """The game, by one look: what else is wrong is found when the body is read as that game's."""
    try:
        game: str = _skim(body).game
    except (DecodeError, UnicodeDecodeError, RecursionError):
        game = _read_any(body).game  # which says what is wrong
    return game
