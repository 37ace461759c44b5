"""The events that every table emits, whatever its game."""

from typing import Generic, TypeVar

from msgspec import UNSET, Struct, UnsetType

from croupier.domain.decks.events import DeckEvent
from croupier.domain.decks.state import FixedDecks
from croupier.domain.table.clock import ClockEvent, DecisionTimes

R = TypeVar("R")
L = TypeVar("L")


class TableOpened(Struct, Generic[R, L], frozen=True, tag="table-opened"):
    """A table was opened. `fixed` marks a test table: its cards are named, not shuffled."""

    rules: R
    limits: L
    fixed: FixedDecks | UnsetType = UNSET
    times: DecisionTimes | UnsetType = UNSET


class SeatTaken(Struct, frozen=True, tag="seat-taken"):
    """A player sat down with a stack bought from his wallet."""

    seat: int
    player: str
    stack: int


class StackToppedUp(Struct, frozen=True, tag="stack-topped-up"):
    """A seat added `amount` from its player's wallet; `stack` is what it has now."""

    seat: int
    amount: int
    stack: int


class LeaveAsked(Struct, frozen=True, tag="leave-asked"):
    """A seat will leave when the round ends."""

    seat: int


class SeatLeft(Struct, frozen=True, tag="seat-left"):
    """A player left his seat; his stack goes to his wallet."""

    seat: int
    player: str
    stack: int


class RoundStarted(Struct, frozen=True, tag="round-started"):
    """Round number `round` of the table began."""

    round: int


class RoundEnded(Struct, frozen=True, tag="round-ended"):
    """Round number `round` is over; `house` is the house account after it."""

    round: int
    house: int


class StackRestored(Struct, frozen=True):
    """What a seat got back when a round was voided (negative: gave back), and its stack after it."""

    seat: int
    returned: int
    stack: int


class RoundVoided(Struct, frozen=True, tag="round-voided"):
    """Round number `round` was called off: stacks, bank, banker and house account are as before it.

    Nothing stays in play, nobody's clock runs, and what the game had carried into the round it has again. The
    round's number is used up. Who asked to leave in it leaves now.
    """

    round: int
    reason: str
    stacks: tuple[StackRestored, ...]
    bank: int
    banker: int | None
    house: int


class HouseCorrected(Struct, frozen=True, tag="house-corrected"):
    """A ruled dispute put `amount` into the house account (negative: took it out): it holds `house` now."""

    dispute: str
    amount: int
    house: int


class TableClosed(Struct, frozen=True, tag="table-closed"):
    """The table is closed for good."""


SeatEvent = SeatTaken | StackToppedUp | LeaveAsked | SeatLeft
RoundEvent = RoundStarted | RoundEnded | RoundVoided
SharedEvent = SeatEvent | RoundEvent | TableClosed | HouseCorrected | ClockEvent | DeckEvent
