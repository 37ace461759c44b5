"""A table's decision times and its clock, and the events that set it."""

from datetime import datetime
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

House = Literal["house"]
HOUSE: Final[House] = "house"

By = int | House
"""Who acts at a table: the number of a seat, or the house."""

Seconds = Annotated[int, Meta(ge=1, le=86_400)]


class DecisionTimes(Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds for a decision: `turn` a player's, `bank` the banker's (in baccarat the betting time)."""

    turn: Seconds = 30
    bank: Seconds = 60


class Awaited(Struct, frozen=True):
    """Who is waited for (a seat, or the house where it banks), and which of the times is his."""

    by: By
    time: Literal["turn", "bank"]


class ClockSet(Struct, frozen=True, tag="clock-set"):
    """A seat, or the house, has until then to act.

    `struck` counts how often in a row it was set because the clock had struck between rounds.
    """

    by: By
    until: datetime
    struck: int = 0


class ClockStopped(Struct, frozen=True, tag="clock-stopped"):
    """Nobody is waited for any more, or nobody is there: the bank went round and no one took it up."""


ClockEvent = ClockSet | ClockStopped
