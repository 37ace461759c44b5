"""Answers as types, game by game: what the service writes with open fields is told exactly here."""

from collections.abc import Mapping
from inspect import cleandoc
from typing import Any, Final, Literal

from msgspec import Struct, defstruct
from msgspec.structs import fields

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Decider, by_tag
from croupier.domain.disputes import DISPUTE
from croupier.domain.disputes.events import DisputeEvent
from croupier.domain.games.game import Game
from croupier.domain.view import TableView
from croupier.domain.wallet import WALLET
from croupier.domain.wallet.events import WalletEvent
from croupier.service.answers import TableAnswer, TableReading, WalletAnswer
from croupier.service.disputes.reading import DisputeAnswer, DisputeReading
from croupier.service.history import HistoryEntry, HistoryPage, TableHistoryPage
from croupier.service.projection.rendering import TableSummary

POSITION: Final[Mapping[str, Any]] = {"position": int}


def pascal(name: str) -> str:
    """`fan-tan` as `FanTan`."""
    return "".join(part.capitalize() for part in name.split("-"))


def retyped(kind: type[Struct], name: str, types: Mapping[str, Any]) -> type[Struct]:
    """The Struct under another name, with these fields typed anew or added at its end."""
    known = {field.name: field.type for field in fields(kind)}
    return defstruct(
        name,
        list({**known, **types}.items()),
        frozen=True,
        namespace={"__doc__": kind.__doc__},
        module=__name__,
    )


class GameShapes(Struct, frozen=True):
    """What answers about one game's tables look like. `events` is the tagged union of what may happen."""

    game: Game
    events: Any
    answer: type[Struct]
    reading: type[Struct]
    summary: type[Struct]
    history: type[Struct]


def _history(prefix: str, decider: Decider[Any, Any, Any], page: type[Struct], **more: Any) -> type[Struct]:
    commands = Literal[tuple(sorted(by_tag(decider.commands.__args__)))]  # type: ignore[valid-type]
    happened = {"command": commands, "events": tuple[decider.events, ...]}  # type: ignore[name-defined]
    entry = retyped(HistoryEntry, f"{prefix}Entry", happened)
    entries: Any = tuple[entry, ...]  # type: ignore[valid-type]
    return retyped(page, f"{prefix}History", {"entries": entries, **more})


def _shapes(game: Game) -> GameShapes:
    prefix = pascal(game.name)
    events: Any = DECIDERS[game.name].events
    of_game = {"game": Literal[game.name], "rules": game.rules, "limits": game.limits}
    view = retyped(TableView, f"{prefix}TableView", {**of_game, "play": game.play_view})
    happened = {"events": tuple[events, ...], "view": view, **POSITION}
    return GameShapes(
        game,
        events,
        retyped(TableAnswer, f"{prefix}TableAnswer", happened),
        retyped(TableReading, f"{prefix}TableReading", {"view": view, **POSITION}),
        retyped(TableSummary, f"{prefix}TableSummary", of_game),
        _history(f"{prefix}Table", DECIDERS[game.name], TableHistoryPage, game=Literal[game.name]),
    )


GAME_SHAPES: Final = {name: _shapes(game) for name, game in GAMES.items()}

WALLET_ANSWER: Final = retyped(WalletAnswer, "WalletAnswer", {"events": tuple[WalletEvent, ...], **POSITION})
WALLET_HISTORY: Final = _history("Wallet", WALLET, HistoryPage)

DISPUTE_ANSWER: Final = retyped(
    DisputeAnswer, "DisputeAnswer", {"events": tuple[DisputeEvent, ...], **POSITION}
)
DISPUTE_READING: Final = retyped(
    DisputeReading, "DisputeReading", {"history": _history("Dispute", DISPUTE, HistoryPage)}
)

UNIONS: Final[Mapping[str, Any]] = {
    **{f"{pascal(name)}TableEvent": shapes.events for name, shapes in GAME_SHAPES.items()},
    "WalletEvent": WalletEvent,
    "DisputeEvent": DisputeEvent,
}
"""Unions that get a schema and a name of their own."""


class AnyOf(Struct, frozen=True):
    """A table of any game: one of the games' shapes, under one name."""

    name: str
    text: str
    members: tuple[type[Struct], ...]


def _of_any_game(kind: type[Struct], name: str, shape: str) -> AnyOf:
    text = cleandoc(kind.__doc__ or "")
    return AnyOf(name, text, tuple(getattr(shapes, shape) for shapes in GAME_SHAPES.values()))


TABLE_ANSWER: Final = _of_any_game(TableAnswer, "TableAnswer", "answer")
TABLE_READING: Final = _of_any_game(TableReading, "TableReading", "reading")
TABLE_SUMMARY: Final = _of_any_game(TableSummary, "TableSummary", "summary")
TABLE_HISTORY: Final = _of_any_game(TableHistoryPage, "TableHistory", "history")
