"""The state of a Slippery Sam table beyond the shared one."""

from collections.abc import Generator

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.decider import SeedEntrusted
from croupier.domain.games.slippery_sam.commands import SlipperySamLimits, SlipperySamRules
from croupier.domain.games.slippery_sam.events import Outcome, SlipperySamEvent
from croupier.domain.table.events import SharedEvent
from croupier.domain.table.state import Table


class Turn(Struct, frozen=True):
    """The turn of a seat: what a new upcard costs in it, how many were bought, and the stake that lies."""

    seat: int
    price: int
    refusals: int = 0
    stake: int = 0


class SettledBet(Struct, frozen=True):
    """A bet of the round that has been settled, with the cards that were shown for it (rules 9, 10)."""

    seat: int
    upcard: Card
    stake: int
    outcome: Outcome
    shown: tuple[Card, ...]


class Play(Struct, frozen=True):
    """The round being played, or the last one.

    `order` are the seats that were dealt to, from the banker's left (rule 4); `upcard` is None before the
    first round, `turn` between turns.
    """

    order: tuple[int, ...] = ()
    upcard: Card | None = None
    turn: Turn | None = None
    settled: tuple[SettledBet, ...] = ()


SlipperySamTable = Table[SlipperySamRules, SlipperySamLimits, Play]
Steps = Generator[SlipperySamEvent | SharedEvent | SeedEntrusted, SlipperySamTable, SlipperySamTable]


def upcard_of(table: SlipperySamTable) -> Card:
    """The card that is bet against."""
    assert table.play.upcard
    return table.play.upcard


def turn_of(table: SlipperySamTable) -> Turn:
    """The turn that has begun and not ended."""
    assert table.play.turn
    return table.play.turn


def seats_after(table: SlipperySamTable, seat: int) -> tuple[int, ...]:
    """The seats of the round whose turn comes after that of `seat` (rule 6)."""
    order = table.play.order
    return order[order.index(seat) + 1 :]
