"""How the events of blackjack change its table. Nothing here refuses."""

from typing import Final

from croupier.domain.decider import Evolve, each
from croupier.domain.games.blackjack.events.bank import RightEvent
from croupier.domain.games.blackjack.events.cards import DealingEvent, PackEvent
from croupier.domain.games.blackjack.events.hands import HandEvent
from croupier.domain.games.blackjack.events.stakes import StakeEvent
from croupier.domain.games.blackjack.evolve.bank import evolve_right
from croupier.domain.games.blackjack.evolve.dealing import evolve_dealing
from croupier.domain.games.blackjack.evolve.hands import evolve_hand
from croupier.domain.games.blackjack.evolve.pack import evolve_pack
from croupier.domain.games.blackjack.evolve.stakes import evolve_stake
from croupier.domain.table.bank.evolve import EVOLVE_BANK

EVOLVE: Final[Evolve] = {
    **EVOLVE_BANK,
    **each(DealingEvent, evolve_dealing),
    **each(HandEvent, evolve_hand),
    **each(StakeEvent, evolve_stake),
    **each(PackEvent, evolve_pack),
    **each(RightEvent, evolve_right),
}
"""What each event does to the table."""

__all__ = ["EVOLVE"]
