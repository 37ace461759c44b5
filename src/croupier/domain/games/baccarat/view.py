"""What may be seen and done at a punto banco table. Nothing is hidden here but the shoe."""

from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.games.baccarat.commands import BOXES, BoxName
from croupier.domain.games.baccarat.drawing import total, value
from croupier.domain.games.baccarat.state import BaccaratTable, Bet, Coup
from croupier.domain.games.game import Standing
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.state import HOUSE, By


class HandView(Struct, frozen=True):
    """A side's cards and their value (rule 2)."""

    cards: tuple[Card, ...]
    value: int


class CoupView(Struct, frozen=True):
    """The last coup dealt."""

    player: HandView
    banker: HandView
    winner: BoxName


class BaccaratView(Struct, frozen=True):
    """`betting` between start-round and deal, else `idle`; the bets in the order of their placing."""

    phase: Literal["idle", "betting"]
    bets: tuple[Bet, ...]
    coup: CoupView | None


def view(table: BaccaratTable, viewer: By | None) -> BaccaratView:
    """The game's part of the table, the same for every viewer."""
    play = table.play
    return BaccaratView(
        "betting" if table.in_round else "idle", play.bets, _coup(play.coup) if play.coup else None
    )


def _coup(coup: Coup) -> CoupView:
    assert coup.winner
    return CoupView(_hand(coup.player), _hand(coup.banker), coup.winner)


def _hand(cards: tuple[Card, ...]) -> HandView:
    return HandView(cards, total(tuple(map(value, cards))))


def standing(table: BaccaratTable) -> Standing:
    """The house banks, without a bank set apart; the bets are in play."""
    return Standing(bank=0, in_play=sum(bet.stake for bet in table.play.bets), banker=None)


def options(table: BaccaratTable, by: By) -> tuple[Option, ...]:
    """What the seat or the house may do now."""
    if by == HOUSE:
        return _house(table)
    if not table.in_round:
        return ()
    return (*_stakes(table, by), *_withdrawals(table, by))


def _house(table: BaccaratTable) -> tuple[Option, ...]:
    if table.in_round:
        return (Option("deal"),)
    decks = table.decks
    return (Option("start-round"),) if decks.current or not decks.exhausted else ()


def _stakes(table: BaccaratTable, seat: int) -> list[Option]:
    """Rule 1: on each box from the minimum to what maximum and stack leave room for."""
    stack, limits = table.seats[seat].stack, table.limits
    found = []
    for box in BOXES:
        bet = table.play.bet(seat, box)
        room = min(stack, limits.max - (bet.stake if bet else 0))
        if room >= limits.min:
            found.append(Option("place-bet", {"on": OneOf((box,)), "stake": Range(limits.min, room)}))
    return found


def _withdrawals(table: BaccaratTable, seat: int) -> list[Option]:
    boxes = tuple(bet.on for bet in table.play.bets if bet.seat == seat)
    return [Option("withdraw-bet", {"on": OneOf(boxes)})] if boxes else []
