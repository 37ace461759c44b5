"""The events of red or black, and the state that they lead to."""

from typing import Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace
from tests.support.toy.commands import RedOrBlackRules

from croupier.domain.cards import Card
from croupier.domain.table.state import StakeLimits, Table, with_stack

Outcome = Literal["won", "lost"]


class BetPlaced(Struct, frozen=True, tag="bet-placed"):
    """A seat bet `stake` on a colour; `stack` is what it has left."""

    seat: int
    on: str
    stake: int
    stack: int


class CardTurned(Struct, frozen=True, tag="card-turned"):
    """The top card was turned."""

    card: Card
    rule: int


class BetSettled(Struct, frozen=True, tag="bet-settled"):
    """A bet was settled: `profit` is negative when it was lost, `stack` what the seat has now."""

    seat: int
    on: str
    outcome: Outcome
    rule: int
    stake: int
    profit: int
    stack: int


RedOrBlackEvent = BetPlaced | CardTurned | BetSettled


class Play(Struct, frozen=True):
    """The bets that lie, in the order of placing, and the card that was turned last."""

    bets: tuple[BetPlaced, ...] = ()
    card: Card | None = None


RedOrBlackTable = Table[RedOrBlackRules, StakeLimits, Play]


def evolve(table: RedOrBlackTable, event: RedOrBlackEvent) -> RedOrBlackTable:
    """The table after the event."""
    play = table.play
    match event:
        case BetPlaced():
            table = with_stack(table, event.seat, event.stack)
            return replace(table, play=replace(play, bets=(*play.bets, event)))
        case CardTurned():
            return replace(table, play=replace(play, card=event.card))
        case BetSettled():
            table = with_stack(table, event.seat, event.stack)
            bets = tuple(bet for bet in play.bets if bet.seat != event.seat)
            return replace(table, house=table.house - event.profit, play=replace(play, bets=bets))
        case _:
            assert_never(event)
