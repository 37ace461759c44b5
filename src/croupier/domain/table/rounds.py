"""Where rounds begin and end, the same for every game."""

from collections.abc import Callable, Generator
from typing import Any

from croupier.domain.table.events import RoundEnded, RoundEvent, RoundStarted, SeatEvent, SeatLeft
from croupier.domain.table.state import T

Steps = Generator[RoundEvent | SeatEvent, T, T]

Vacate = Callable[[Any, int], Generator[Any, Any, Any]]
"""What a game does when a seat is about to leave: a banker's bank passes, say."""


def begin_round(table: T) -> Steps[T]:
    """The table's next round begins."""
    return (yield RoundStarted(table.round + 1))


def end_round(table: T, vacate: Vacate) -> Steps[T]:
    """The round is over, and who asked to leave during it leaves (conventions: joining and leaving)."""
    table = yield RoundEnded(table.round, table.house)
    return (yield from let_leave(table, vacate))


def let_leave(table: T, vacate: Vacate) -> Steps[T]:
    """A round is over: who asked to leave during it leaves."""
    for number, seat in table.seats.items():
        if seat.leaving:
            table = yield from leave_seat(table, number, vacate)
    return table


def leave_seat(table: T, number: int, vacate: Vacate) -> Steps[T]:
    """The seat gives up what it holds in the game, then leaves with its stack."""
    table = yield from vacate(table, number)
    seat = table.seats[number]
    return (yield SeatLeft(number, seat.player, seat.stack))


def holds_nothing(table: T, seat: int) -> Steps[T]:
    """The `Vacate` of a game in which a seat holds nothing between rounds but its stack."""
    return table
    yield
