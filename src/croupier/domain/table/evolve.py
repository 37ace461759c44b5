"""How the shared events change a table. Nothing here refuses."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from croupier.domain.decider import SeedEntrusted
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
    SharedEvent,
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


def evolve_shared(table: T, event: SharedEvent | SeedEntrusted) -> T:
    """The table after a shared event."""
    match event:
        case RoundStarted():
            return replace(table, round=event.round, in_round=True, before=table)
        case RoundEnded():
            return replace(table, in_round=False, before=None)
        case SeatTaken():
            return replace(table, seats=_seated(table, event))
        case StackToppedUp():
            return with_stack(table, event.seat, event.stack)
        case LeaveAsked():
            seat = replace(table.seats[event.seat], leaving=True)
            return replace(table, seats={**table.seats, event.seat: seat})
        case SeatLeft():
            rest = {number: seat for number, seat in table.seats.items() if number != event.seat}
            return replace(table, seats=rest)
        case ClockSet():
            return replace(table, clock=event)
        case ClockStopped():
            return replace(table, clock=None)
        case TableClosed():
            return replace(table, status="closed")
        case RoundVoided():
            return evolve_voided(table, event)
        case HouseCorrected():
            return evolve_corrected(table, event)
        case _:
            return replace(table, decks=evolve_decks(table.decks, event))


def _seated(table: T, event: SeatTaken) -> dict[int, Seat]:
    seats = {**table.seats, event.seat: Seat(event.player, event.stack)}
    return dict(sorted(seats.items()))
