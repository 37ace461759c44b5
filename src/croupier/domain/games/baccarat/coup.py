"""Dealing a coup (rules 3-8)."""

from croupier.domain.decks.state import deck_of
from croupier.domain.games.baccarat.drawing import (
    FIRST_FOUR,
    Side,
    banker_draws,
    is_natural,
    player_draws,
    total,
    value,
    winner,
)
from croupier.domain.games.baccarat.events import CardDealt, CoupDecided
from croupier.domain.games.baccarat.state import BaccaratTable, Coup, Steps


def deal_coup(table: BaccaratTable) -> Steps:
    """Deal both hands by the drawing rules and name the winner."""
    for side in FIRST_FOUR:
        table = yield _next_card(table, side, 3)
    player, banker = _totals(table)
    if is_natural(player, banker):
        return (yield CoupDecided(player, banker, winner(player, banker), 4))
    third = None
    if player_draws(player):
        table = yield _next_card(table, "player", 5)
        third = value(_coup(table).player[2])
    if banker_draws(banker, third):
        table = yield _next_card(table, "banker", 6 if third is None else 7)
    player, banker = _totals(table)
    return (yield CoupDecided(player, banker, winner(player, banker), 8))


def _next_card(table: BaccaratTable, to: Side, rule: int) -> CardDealt:
    deck = deck_of(table)
    return CardDealt(to, deck.next_card(), deck.dealt, rule)


def _coup(table: BaccaratTable) -> Coup:
    assert table.play.coup
    return table.play.coup


def _totals(table: BaccaratTable) -> tuple[int, int]:
    coup = _coup(table)
    return total(tuple(map(value, coup.player))), total(tuple(map(value, coup.banker)))
