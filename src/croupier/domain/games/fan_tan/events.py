"""The events of fan-tan beside those of its bank."""

from typing import Literal

from msgspec import Struct

from croupier.domain.games.fan_tan.layout import Spot
from croupier.domain.table.bank.events import BankEvent

Outcome = Literal["won", "lost", "paid-short", "returned"]


class BetPlaced(Struct, frozen=True, tag="bet-placed"):
    """A seat made bet number `bet` of the round, of `stake` (rule 6); `stack` is what the seat has left."""

    seat: int
    bet: int
    on: Spot
    stake: int
    stack: int


class BetWithdrawn(Struct, frozen=True, tag="bet-withdrawn"):
    """A seat took its bet back, whole, before the cut (rule 6); `stack` is what the seat has now."""

    seat: int
    bet: int
    on: Spot
    stake: int
    stack: int


class PackCut(Struct, frozen=True, tag="pack-cut"):
    """The pack was cut for the banker, `size` cards came off (rule 8), and `number` wins (by `rule`, 9)."""

    seat: int
    size: int
    number: int
    rule: int


class BetSettled(Struct, frozen=True, tag="bet-settled"):
    """A bet was settled by `rule`: 10, or 11 when the bank had run out.

    `paid-short` is a bet that won and was paid what the bank still held, `returned` one that won and was
    paid nothing. `profit` is what the seat won, negative when the stake was lost; `bank` is what the bank
    holds now, `stack` what the seat has.
    """

    seat: int
    bet: int
    on: Spot
    outcome: Outcome
    rule: int
    stake: int
    profit: int
    bank: int
    stack: int


FanTanEvent = BankEvent | BetPlaced | BetWithdrawn | PackCut | BetSettled
