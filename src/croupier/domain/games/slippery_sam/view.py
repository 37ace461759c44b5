"""What may be seen of a Slippery Sam table. Nobody sees a hand before it is settled (rule 5)."""

from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.games.slippery_sam.bounds import refusals_left
from croupier.domain.games.slippery_sam.state import SettledBet, SlipperySamTable, seats_after, turn_of
from croupier.domain.table.state import By


class TurnView(Struct, frozen=True):
    """The seat in turn, what a new upcard costs it, and how many it may still buy (rules 7, 8)."""

    seat: int
    price: int
    refusals_left: int


class SlipperySamView(Struct, frozen=True):
    """The round being played or, between rounds, the last one.

    `idle` until the banker has put up his bank, `dealing` until he deals, then `betting`. `waiting` are the
    seats whose turn is still to come; `settled` the bets of the round with the cards shown for them.
    """

    phase: Literal["idle", "dealing", "betting"]
    upcard: Card | None
    turn: TurnView | None
    waiting: tuple[int, ...]
    settled: tuple[SettledBet, ...]


def view(table: SlipperySamTable, viewer: By | None) -> SlipperySamView:
    """Rule 5: the game's part of the table is the same for every viewer, owners of hands included."""
    play = table.play
    if not table.in_round:
        return SlipperySamView("dealing" if table.bank else "idle", play.upcard, None, (), play.settled)
    turn = turn_of(table)
    return SlipperySamView(
        "betting",
        play.upcard,
        TurnView(turn.seat, turn.price, refusals_left(table)),
        seats_after(table, turn.seat),
        play.settled,
    )
