"""What may be seen and done at a Slippery Sam table. Nobody sees a hand before it is settled (rule 5)."""

from typing import Literal

from msgspec import Struct

from croupier.domain.amounts import MOST
from croupier.domain.cards import Card
from croupier.domain.games.game import Standing
from croupier.domain.games.slippery_sam.banking import FEWEST, banker_at
from croupier.domain.games.slippery_sam.bounds import least_bet, may_pass, refusals_left
from croupier.domain.games.slippery_sam.state import SettledBet, SlipperySamTable, seats_after, turn_of
from croupier.domain.options import Option, Range
from croupier.domain.table.state import HOUSE, By


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


def standing(table: SlipperySamTable) -> Standing:
    """A player banks; a stake lies only while its bet is being settled."""
    turn = table.play.turn
    return Standing(bank=table.bank, in_play=turn.stake if turn else 0, banker=banker_at(table))


def options(table: SlipperySamTable, by: By) -> tuple[Option, ...]:
    """What the seat may do now; the house has no part in the game."""
    if by == HOUSE:
        return ()
    if table.in_round:
        return tuple(_turn(table)) if by == turn_of(table).seat else ()
    return tuple(_bank(table, by)) if by == banker_at(table) else ()


def _bank(table: SlipperySamTable, seat: int) -> list[Option]:
    """Rules 3 and 4: the banker puts up a bank, then deals if there is somebody to deal to."""
    if table.bank:
        playable = len(table.seats) >= FEWEST and not table.decks.exhausted
        return [Option("start-round")] if playable else []
    stack = table.seats[seat].stack
    return _range("set-bank", "amount", min(table.limits.min, stack), stack)


def _turn(table: SlipperySamTable) -> list[Option]:
    """Rules 6 to 8: to bet, to refuse, to pass."""
    turn = turn_of(table)
    stack = table.seats[turn.seat].stack
    found = _range("bet", "stake", least_bet(table), min(table.bank, stack))
    if refusals_left(table) and stack >= turn.price:
        found.append(Option("buy-upcard"))
    if may_pass(table):
        found.append(Option("pass"))
    return found


def _range(command: str, field: str, least: int, greatest: int) -> list[Option]:
    """The command with any amount in the bounds and in those of every command; none where there is none."""
    greatest = min(greatest, MOST)
    return [Option(command, {field: Range(least, greatest)})] if 0 < least <= greatest else []
