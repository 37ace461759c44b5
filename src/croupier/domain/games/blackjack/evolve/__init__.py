"""How the events of blackjack change its table. Nothing here refuses."""

from croupier.domain.games.blackjack.events import BlackjackEvent
from croupier.domain.games.blackjack.events.bank import RightEvent
from croupier.domain.games.blackjack.events.cards import DealingEvent, PackEvent
from croupier.domain.games.blackjack.events.hands import HandEvent
from croupier.domain.games.blackjack.events.stakes import StakeEvent
from croupier.domain.games.blackjack.evolve.bank import evolve_right
from croupier.domain.games.blackjack.evolve.dealing import evolve_dealing
from croupier.domain.games.blackjack.evolve.hands import evolve_hand
from croupier.domain.games.blackjack.evolve.pack import evolve_pack
from croupier.domain.games.blackjack.evolve.stakes import evolve_stake
from croupier.domain.games.blackjack.state import BlackjackTable
from croupier.domain.table.bank.evolve import evolve_bank


def evolve(table: BlackjackTable, event: BlackjackEvent) -> BlackjackTable:
    """The table after the event."""
    if isinstance(event, DealingEvent):
        return evolve_dealing(table, event)
    if isinstance(event, HandEvent):
        return evolve_hand(table, event)
    if isinstance(event, StakeEvent):
        return evolve_stake(table, event)
    if isinstance(event, PackEvent):
        return evolve_pack(table, event)
    if isinstance(event, RightEvent):
        return evolve_right(table, event)
    return evolve_bank(table, event)


__all__ = ["evolve"]
