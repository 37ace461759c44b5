"""The state of a table, generic in what its game adds: rules, limits and play."""

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from croupier.domain.amounts import Amount
from croupier.domain.decider import Actor, Rejected
from croupier.domain.decks.state import Decks
from croupier.domain.table.clock import HOUSE, By, ClockSet, DecisionTimes, House

R = TypeVar("R")
L = TypeVar("L")
P = TypeVar("P")


class StakeLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The least and the greatest stake of one bet."""

    min: Amount
    max: Amount


def check_limits(limits: StakeLimits) -> None:
    """Raises `Rejected` (`invalid-limits`) when no stake could obey the limits."""
    if limits.min > limits.max:
        raise Rejected("invalid-limits", f"the least stake {limits.min} is above the greatest {limits.max}")


class Seat(Struct, frozen=True):
    """An occupied seat: its player, his stack at the table, and whether he leaves when the round ends."""

    player: str
    stack: int
    leaving: bool = False


class VoidedRound(Struct, frozen=True):
    """A round that was called off, and why."""

    round: int
    reason: str


class Table(Struct, Generic[R, L, P], frozen=True):
    """A table. `house` is the house account, `round` the number of the last round started.

    `banker` is the seat that banks a game whose bank rotates, and `bank` the chips it set apart for it.
    `clock` says who is waited for and until when, at a table with decision `times`.
    In a round `before` is the table as it stood right before it; `voided` are the rounds called off.
    `play` is the game's own part. Before the table is opened `rules`, `limits` and `play` are None.
    """

    id: str
    rules: R
    limits: L
    play: P
    seats: Mapping[int, Seat] = {}
    house: int = 0
    banker: int | None = None
    bank: int = 0
    decks: Decks = Decks()
    times: DecisionTimes | None = None
    clock: ClockSet | None = None
    round: int = 0
    in_round: bool = False
    before: "Table[R, L, P] | None" = None
    voided: tuple[VoidedRound, ...] = ()
    status: Literal["unopened", "open", "closed"] = "unopened"

    def by(self, actor: Actor) -> By:
        """The seat of a player, or the house for operator and clock.

        Raises `Rejected` (`not-seated`) for a player without a seat here, and for who only inspects.
        """
        if actor.role in ("operator", "clock"):
            return HOUSE
        seat = self.seat_of(actor.id) if actor.role == "player" else None
        if seat is None:
            raise Rejected("not-seated", "you have no seat at this table")
        return seat

    def seat_of(self, player: str) -> int | None:
        """The number of the player's seat, None if he has none."""
        for number, seat in self.seats.items():
            if seat.player == player:
                return number
        return None


__all__ = [
    "HOUSE",
    "AnyTable",
    "By",
    "House",
    "Seat",
    "StakeLimits",
    "Table",
    "VoidedRound",
    "check_limits",
    "with_stack",
]

AnyTable = Table[Any, Any, Any]
T = TypeVar("T", bound=AnyTable)


def with_stack(table: T, seat: int, stack: int, **changed: Any) -> T:
    """The table with that seat's stack, and whatever else is `changed` with it."""
    seats = {**table.seats, seat: replace(table.seats[seat], stack=stack)}
    return replace(table, seats=seats, **changed)
