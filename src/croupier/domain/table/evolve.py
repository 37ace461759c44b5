"""How the shared events change a table. Nothing here refuses."""

from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from croupier.domain.decider import Evolve, SeedEntrusted, each
from croupier.domain.decks.events import DeckEvent
from croupier.domain.decks.evolve import evolve_decks
from croupier.domain.decks.state import Decks
from croupier.domain.table.clock import ClockSet, ClockStopped
from croupier.domain.table.correcting import evolve_corrected
from croupier.domain.table.events import (
    HouseCorrected,
    LeaveAsked,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    SeatLeft,
    SeatTaken,
    StackToppedUp,
    TableClosed,
    TableOpened,
)
from croupier.domain.table.state import Seat, T, with_stack
from croupier.domain.table.voiding import evolve_voided


def evolve_opened(table: T, event: TableOpened[Any, Any], play: Any) -> T:
    """The table as opened, with the game's initial `play`."""
    return replace(
        table,
        status="open",
        rules=event.rules,
        limits=event.limits,
        play=play,
        decks=Decks(fixed=None if event.fixed is UNSET else event.fixed),
        times=None if event.times is UNSET else event.times,
    )


def _round_started(table: T, event: RoundStarted) -> T:
    return replace(table, round=event.round, in_round=True, before=table)


def _round_ended(table: T, event: RoundEnded) -> T:
    return replace(table, in_round=False, before=None)


def _seat_taken(table: T, event: SeatTaken) -> T:
    seats = {**table.seats, event.seat: Seat(event.player, event.stack)}
    return replace(table, seats=dict(sorted(seats.items())))


def _topped_up(table: T, event: StackToppedUp) -> T:
    return with_stack(table, event.seat, event.stack)


def _leave_asked(table: T, event: LeaveAsked) -> T:
    seat = replace(table.seats[event.seat], leaving=True)
    return replace(table, seats={**table.seats, event.seat: seat})


def _seat_left(table: T, event: SeatLeft) -> T:
    rest = {number: seat for number, seat in table.seats.items() if number != event.seat}
    return replace(table, seats=rest)


def _clock_set(table: T, event: ClockSet) -> T:
    return replace(table, clock=event)


def _clock_stopped(table: T, event: ClockStopped) -> T:
    return replace(table, clock=None)


def _closed(table: T, event: TableClosed) -> T:
    return replace(table, status="closed")


def _decks_changed(table: T, event: DeckEvent | SeedEntrusted) -> T:
    return replace(table, decks=evolve_decks(table.decks, event))


EVOLVE_SHARED: Final[Evolve] = {
    RoundStarted: _round_started,
    RoundEnded: _round_ended,
    RoundVoided: evolve_voided,
    SeatTaken: _seat_taken,
    StackToppedUp: _topped_up,
    LeaveAsked: _leave_asked,
    SeatLeft: _seat_left,
    ClockSet: _clock_set,
    ClockStopped: _clock_stopped,
    TableClosed: _closed,
    HouseCorrected: evolve_corrected,
    **each(DeckEvent | SeedEntrusted, _decks_changed),
}
"""What each shared event does to the table."""
