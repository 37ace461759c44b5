"""The events of blackjack with a changing bank."""

from croupier.domain.games.blackjack.events.bank import RightEvent
from croupier.domain.games.blackjack.events.cards import CardEvent
from croupier.domain.games.blackjack.events.hands import HandEvent
from croupier.domain.games.blackjack.events.stakes import StakeEvent
from croupier.domain.table.bank.events import PassingEvent

BlackjackEvent = CardEvent | HandEvent | StakeEvent | RightEvent | PassingEvent
