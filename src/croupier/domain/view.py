"""What a viewer may see of a table and do at it, whatever its game."""

from datetime import datetime
from typing import Any, Final, Literal

from msgspec import Struct

from croupier.domain.amounts import MOST
from croupier.domain.decks.view import DecksView, decks_view
from croupier.domain.games.game import Game
from croupier.domain.options import OneOf, Option, Range, Text
from croupier.domain.table.clock import DecisionTimes
from croupier.domain.table.commands import ENTROPY_PATTERN, REASON_PATTERN
from croupier.domain.table.state import HOUSE, AnyTable, By
from croupier.domain.texts import portable

_CLOSE: Final = Option("close-table")
_VOID: Final = Option("void-round", {"reason": Text(portable(REASON_PATTERN))})
_CONTRIBUTE: Final = Option("contribute", {"entropy": Text(portable(ENTROPY_PATTERN))})
_LEAVE: Final = Option("leave")
_TOP_UP: Final = Option("top-up", {"amount": Range(1, MOST)})


class SeatView(Struct, frozen=True):
    """An occupied seat."""

    seat: int
    player: str
    stack: int
    leaving: bool


class ClockView(Struct, frozen=True):
    """Who is waited for, a seat or the house, and until when; then the clock acts for him."""

    by: By
    until: datetime


class TableView(Struct, frozen=True):
    """A table as one viewer may see it. `play` is the game's part; amounts are whole units.

    `bank` and `in_play` are the chips in a separate bank and under the bets, `house` the house account,
    `banker` the seat that banks (null where the house does), `round` the number of the last round started,
    `voided` how many were called off.
    """

    table: str
    game: str
    rules_version: str
    status: Literal["unopened", "open", "closed"]
    rules: Any
    limits: Any
    round: int
    in_round: bool
    voided: int
    seats: tuple[SeatView, ...]
    bank: int
    in_play: int
    house: int
    banker: int | None
    times: DecisionTimes | None
    clock: ClockView | None
    decks: DecksView
    play: Any


def table_view(game: Game, table: AnyTable, viewer: By | None) -> TableView:
    """The opened table as the viewer (a seat, the house, None for anybody) may see it."""
    standing = game.standing(table)
    return TableView(
        table=table.id,
        game=game.name,
        rules_version=game.rules_version,
        status=table.status,
        rules=table.rules,
        limits=table.limits,
        round=table.round,
        in_round=table.in_round,
        voided=len(table.voided),
        seats=tuple(SeatView(n, seat.player, seat.stack, seat.leaving) for n, seat in table.seats.items()),
        bank=standing.bank,
        in_play=standing.in_play,
        house=table.house,
        banker=standing.banker,
        times=table.times,
        clock=ClockView(table.clock.by, table.clock.until) if table.clock else None,
        decks=decks_view(table.decks),
        play=game.view(table, viewer),
    )


def table_options(game: Game, table: AnyTable, viewer: By | None) -> tuple[Option, ...]:
    """Every command the viewer may give now, with its bounds; None is a player without a seat here."""
    if table.status != "open":
        return ()
    if viewer is None:
        return _joining(game, table)
    own = game.options(table, viewer)
    if viewer == HOUSE:
        return (*own, _VOID if table.in_round else _CLOSE)
    return (*own, *_sitting(table, viewer))


def _joining(game: Game, table: AnyTable) -> tuple[Option, ...]:
    free = tuple(seat for seat in range(1, game.places + 1) if seat not in table.seats)
    if table.in_round or not free:
        return ()
    return (Option("take-seat", {"seat": OneOf(free), "buy_in": Range(0, MOST)}),)


def _sitting(table: AnyTable, seat: int) -> tuple[Option, ...]:
    if table.in_round:
        return (_CONTRIBUTE,) if table.seats[seat].leaving else (_CONTRIBUTE, _LEAVE)
    return (_CONTRIBUTE, _LEAVE, _TOP_UP)
