"""Where rounds begin and end, the same for every game."""

from collections.abc import Generator

from croupier.domain.table.events import RoundEnded, RoundEvent, RoundStarted, SeatEvent, SeatLeft
from croupier.domain.table.state import T

Steps = Generator[RoundEvent | SeatEvent, T, T]


def begin_round(table: T) -> Steps[T]:
    """The table's next round begins."""
    return (yield RoundStarted(table.round + 1))


def end_round(table: T) -> Steps[T]:
    """The round is over, and who asked to leave during it leaves (conventions: joining and leaving)."""
    table = yield RoundEnded(table.round, table.house)
    for number, seat in table.seats.items():
        if seat.leaving:
            table = yield SeatLeft(number, seat.player, seat.stack)
    return table
