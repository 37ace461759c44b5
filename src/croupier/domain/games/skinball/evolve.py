"""How the events of Skinball change its table."""

from typing import assert_never

from msgspec.structs import replace

from croupier.domain.games.skinball.events import (
    BankerAsked,
    BetEvent,
    CardEvent,
    CardsGathered,
    CommissionTaken,
    DealOnDecided,
    LimitsSet,
    NewCardDecided,
    RoundEvent,
    SideBetEvent,
    SkinballEvent,
)
from croupier.domain.games.skinball.evolve_bets import evolve_bet
from croupier.domain.games.skinball.evolve_cards import evolve_card
from croupier.domain.games.skinball.evolve_side_bets import evolve_side_bet
from croupier.domain.games.skinball.state import NewCardDue, Play, SkinballTable
from croupier.domain.table.bank.evolve import evolve_bank
from croupier.domain.table.state import StakeLimits, with_stack


def evolve(table: SkinballTable, event: SkinballEvent) -> SkinballTable:
    """The table after the event."""
    if isinstance(event, CardEvent):
        return evolve_card(table, event)
    if isinstance(event, BetEvent):
        return evolve_bet(table, event)
    if isinstance(event, SideBetEvent):
        return evolve_side_bet(table, event)
    if isinstance(event, RoundEvent):
        return _evolve_round(table, event)
    return evolve_bank(table, event)


def _evolve_round(table: SkinballTable, event: RoundEvent) -> SkinballTable:
    match event:
        case LimitsSet():
            return replace(table, limits=StakeLimits(event.min, event.max))
        case BankerAsked():
            return replace(table, play=replace(table.play, pending=NewCardDue()))
        case DealOnDecided():
            return replace(table, play=replace(table.play, stage="deal-on", pending=None))
        case NewCardDecided():
            return replace(table, play=replace(table.play, stage="new-card", pending=None))
        case CommissionTaken():
            return replace(with_stack(table, event.seat, event.stack), house=event.house)
        case CardsGathered():
            return replace(table, play=Play())
        case _:
            assert_never(event)
