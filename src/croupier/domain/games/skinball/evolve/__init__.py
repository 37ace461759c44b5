"""How the events of Skinball change its table."""

from typing import Final, assert_never

from msgspec.structs import replace

from croupier.domain.decider import Evolve, each
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
)
from croupier.domain.games.skinball.evolve.bets import evolve_bet
from croupier.domain.games.skinball.evolve.cards import evolve_card
from croupier.domain.games.skinball.evolve.side_bets import evolve_side_bet
from croupier.domain.games.skinball.state import NewCardDue, Play, SkinballTable
from croupier.domain.table.bank.evolve import EVOLVE_BANK
from croupier.domain.table.state import StakeLimits, with_stack


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


EVOLVE: Final[Evolve] = {
    **EVOLVE_BANK,
    **each(CardEvent, evolve_card),
    **each(BetEvent, evolve_bet),
    **each(SideBetEvent, evolve_side_bet),
    **each(RoundEvent, _evolve_round),
}
"""What each event does to the table."""

__all__ = ["EVOLVE"]
