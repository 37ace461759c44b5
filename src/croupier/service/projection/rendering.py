"""Writing a table down as its viewers will read it."""

from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import replace

from croupier.domain.decks.state import Decks
from croupier.domain.table.clock import DecisionTimes
from croupier.domain.table.state import AnyTable, By
from croupier.domain.view import TableView, table_options, table_view
from croupier.service.answers import TableReading
from croupier.service.ports import Projected
from croupier.service.records import game_at
from croupier.service.streams import Loaded

_encode: Final = Encoder().encode


class TableSummary(Struct, frozen=True):
    """A table as the lobby lists it. `seated` of its `places` are taken; `fixed` marks a test table.

    `times` are its decision times, null where nobody is hurried; `voided` of its rounds were called off.
    """

    table: str
    revision: int
    game: str
    rules_version: str
    status: Literal["open", "closed"]
    rules: Any
    limits: Any
    places: int
    seated: int
    round: int
    in_round: bool
    fixed: bool
    times: DecisionTimes | None
    voided: int = 0


def summary(loaded: Loaded) -> TableSummary:
    """The opened table as the lobby lists it."""
    table: AnyTable = loaded.state
    game = game_at(table.id)
    decks: Decks = table.decks
    return TableSummary(
        table=table.id,
        revision=loaded.revision,
        game=game.name,
        rules_version=game.rules_version,
        status="closed" if table.status == "closed" else "open",
        rules=table.rules,
        limits=table.limits,
        places=game.places,
        seated=len(table.seats),
        round=table.round,
        in_round=table.in_round,
        fixed=decks.fixed is not None,
        times=table.times,
        voided=len(table.voided),
    )


def render(loaded: Loaded) -> Projected:
    """The opened table for the lobby and for each of its viewers."""
    table: AnyTable = loaded.state
    listed = summary(loaded)
    readings = _Readings(loaded)
    seats = {f"seat:{seat}": readings.of(seat) for seat in table.seats}
    return Projected(
        table=table.id,
        revision=loaded.revision,
        status=listed.status,
        summary=_encode(listed),
        readings={"public": readings.of(None), "house": readings.of("house"), **seats},
        beginnings=readings.beginnings,
        players={seat.player: number for number, seat in table.seats.items()},
    )


class _Readings:
    """`TableReading` of one table for viewer after viewer, each distinct view encoded once.

    Views differ in the game's part alone, and in many games not at all.
    """

    def __init__(self, loaded: Loaded) -> None:
        self._table: AnyTable = loaded.state
        self._revision = loaded.revision
        self._game = game_at(self._table.id)
        self._public = table_view(self._game, self._table, None)
        self._plays = [self._public.play]
        self.beginnings = [self._beginning(self._public)]

    def of(self, viewer: By | None) -> tuple[int, bytes]:
        """The number of the reading's beginning, and the rest of it."""
        options = table_options(self._game, self._table, viewer)
        return self._number(self._game.view(self._table, viewer)), _encode(options) + b"}"

    def _number(self, play: Struct) -> int:
        if play in self._plays:
            return self._plays.index(play)
        self._plays.append(play)
        self.beginnings.append(self._beginning(replace(self._public, play=play)))
        return len(self._plays) - 1

    def _beginning(self, view: TableView) -> bytes:
        """The reading as encoded, up to its options."""
        whole = _encode(TableReading(self._table.id, self._revision, view, ()))
        return whole.removesuffix(b"[]}")
