"""Joining, topping up, contributing, leaving, and what the house does: decided alike for every game."""

from collections.abc import Generator
from typing import assert_never

from croupier.domain.decider import Given, Rejected, SeedEntrusted
from croupier.domain.decks.events import EntropyContributed
from croupier.domain.decks.steps import reveal_all_decks
from croupier.domain.table.commands import (
    CloseTable,
    Contribute,
    Leave,
    SharedCommand,
    TakeSeat,
    TopUp,
    VoidRound,
)
from croupier.domain.table.events import (
    LeaveAsked,
    SeatTaken,
    SharedEvent,
    StackToppedUp,
    TableClosed,
)
from croupier.domain.table.rounds import Vacate, leave_seat
from croupier.domain.table.state import HOUSE, T
from croupier.domain.table.voiding import void_round

Steps = Generator[SharedEvent | SeedEntrusted, T, T]


def decide_shared(command: SharedCommand, table: T, given: Given, places: int, vacate: Vacate) -> Steps[T]:
    """Decide a command that every table takes.

    The table has seats 1 .. `places`; `vacate` is what the game does when a seat leaves.
    """
    match command:
        case TakeSeat():
            return _take_seat(command, table, given, places)
        case TopUp():
            return _top_up(command, table, given)
        case Leave():
            return _leave(table, given, vacate)
        case Contribute():
            return _contribute(command, table, given)
        case CloseTable():
            return _close(table, given, vacate)
        case VoidRound():
            return void_round(command, table, given, vacate)
        case _:
            assert_never(command)


def _between_rounds(table: T, what: str) -> None:
    if table.in_round:
        raise Rejected("wrong-phase", f"{what} between rounds only")


def _seat_of(table: T, given: Given) -> int:
    by = table.by(given.actor)
    if by == HOUSE:
        raise Rejected("not-seated", "the house has no seat")
    return by


def _take_seat(command: TakeSeat, table: T, given: Given, places: int) -> Steps[T]:
    """Players join between rounds only; nobody has two seats at one table."""
    player = given.actor
    if player.role != "player":
        raise Rejected("not-seated", "only a player takes a seat")
    if table.seat_of(player.id) is not None:
        raise Rejected("already-seated", "you have a seat at this table")
    _between_rounds(table, "players join")
    if command.seat > places:
        raise Rejected("unknown-target", f"this table has seats 1 to {places}")
    if command.seat in table.seats:
        raise Rejected("seat-taken", f"seat {command.seat} is taken")
    return (yield SeatTaken(command.seat, player.id, command.buy_in))


def _top_up(command: TopUp, table: T, given: Given) -> Steps[T]:
    """Table stakes: chips are added between rounds only."""
    seat = _seat_of(table, given)
    _between_rounds(table, "chips are added")
    return (yield StackToppedUp(seat, command.amount, table.seats[seat].stack + command.amount))


def _leave(table: T, given: Given, vacate: Vacate) -> Steps[T]:
    """Who asks to leave in a round leaves at its end."""
    number = _seat_of(table, given)
    seat = table.seats[number]
    if not table.in_round:
        return (yield from leave_seat(table, number, vacate))
    if seat.leaving:
        raise Rejected("wrong-phase", "you leave when the round ends")
    return (yield LeaveAsked(number))


def _contribute(command: Contribute, table: T, given: Given) -> Steps[T]:
    """Any seated player may add entropy to the coming deck (deck format, 2)."""
    seat = _seat_of(table, given)
    assert table.decks.coming
    return (yield EntropyContributed(seat, table.decks.coming.id, command.entropy))


def _close(table: T, given: Given, vacate: Vacate) -> Steps[T]:
    """Everybody leaves with his stack, and no commitment stays without its reveal (deck format, 4)."""
    if given.actor.role != "operator":
        raise Rejected("not-the-banker", "only the house closes a table")
    _between_rounds(table, "a table is closed")
    for number in table.seats:
        table = yield from leave_seat(table, number, vacate)
    table = yield from reveal_all_decks(table)
    return (yield TableClosed())
