"""The events of punto banco."""

from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.games.baccarat.commands import BoxName
from croupier.domain.games.baccarat.drawing import Side

Outcome = Literal["won", "lost", "returned"]


class BetPlaced(Struct, frozen=True, tag="bet-placed"):
    """A seat put `stake` on a box; `total` is what lies on it now, `stack` what the seat has left."""

    seat: int
    on: BoxName
    stake: int
    total: int
    stack: int


class BetWithdrawn(Struct, frozen=True, tag="bet-withdrawn"):
    """A seat took its whole `stake` on a box back; `stack` is what the seat has now."""

    seat: int
    on: BoxName
    stake: int
    stack: int


class CardDealt(Struct, frozen=True, tag="card-dealt"):
    """A card went to a side by `rule`; `place` is its place in the shoe, from 0."""

    to: Side
    card: Card
    place: int
    rule: int


class CoupDecided(Struct, frozen=True, tag="coup-decided"):
    """The coup is over: the values of both hands, the winner, and the rule that decided it."""

    player: int
    banker: int
    winner: BoxName
    rule: int


class BetSettled(Struct, frozen=True, tag="bet-settled"):
    """A bet was settled by `rule`.

    `profit` is what the seat won after the house's `charge`, negative when the stake was lost, 0 when it
    was returned; `stack` is what the seat has now.
    """

    seat: int
    on: BoxName
    outcome: Outcome
    rule: int
    stake: int
    profit: int
    charge: int
    stack: int


BaccaratEvent = BetPlaced | BetWithdrawn | CardDealt | CoupDecided | BetSettled
