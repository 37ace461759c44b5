"""Calling a round off: everything is as it was before it, whatever the game.

A table remembers itself as it stood right before the round that is going on. Stacks, bank, banker, house
account, limits and the game's own play go back to that. Not so the decks: cards have been seen, so the one in
use is revealed, a shoe that served earlier rounds too, and the next round is dealt from the one committed to.
"""

from collections.abc import Generator

from msgspec.structs import replace

from croupier.domain.decider import Given, Rejected, SeedEntrusted
from croupier.domain.decks.steps import reveal_current_deck
from croupier.domain.table.commands import VoidRound
from croupier.domain.table.events import RoundVoided, SharedEvent, StackRestored
from croupier.domain.table.rounds import Vacate, let_leave
from croupier.domain.table.state import Seat, T, VoidedRound

Steps = Generator[SharedEvent | SeedEntrusted, T, T]


def void_round(command: VoidRound, table: T, given: Given, vacate: Vacate) -> Steps[T]:
    """The operator alone voids a round, while it is going on. Raises `Rejected`.

    Who asked to leave in the round leaves, as at its end; `vacate` is what the game does then.
    """
    if given.actor.role != "operator":
        raise Rejected("not-the-banker", "only the house voids a round")
    if not table.in_round:
        raise Rejected("wrong-phase", "there is no round to void")
    table = yield _voided(command, table)
    table = yield from let_leave(table, vacate)
    if table.decks.current:
        table = yield from reveal_current_deck(table)
    return table


def _voided(command: VoidRound, table: T) -> RoundVoided:
    before = table.before
    assert before
    stacks = tuple(
        StackRestored(number, seat.stack - table.seats[number].stack, seat.stack)
        for number, seat in before.seats.items()
    )
    return RoundVoided(table.round, command.reason, stacks, before.bank, before.banker, before.house)


def evolve_voided(table: T, event: RoundVoided) -> T:
    """The table as it stood before the round, with the decks as they are now and nobody's clock running."""
    before = table.before
    assert before
    seats = {
        one.seat: Seat(before.seats[one.seat].player, one.stack, table.seats[one.seat].leaving)
        for one in event.stacks
    }
    return replace(
        table,
        limits=before.limits,
        play=before.play,
        seats=seats,
        bank=event.bank,
        banker=event.banker,
        house=event.house,
        clock=None,
        in_round=False,
        before=None,
        voided=(*table.voided, VoidedRound(event.round, event.reason)),
    )
