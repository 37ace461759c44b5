"""What may be seen of a punto banco table. Nothing is hidden here but the shoe."""

from typing import Literal

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.games.baccarat.commands import BoxName
from croupier.domain.games.baccarat.drawing import total, value
from croupier.domain.games.baccarat.state import BaccaratTable, Bet, Coup
from croupier.domain.table.state import By


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
