"""The history of a punto banco table, for stories about it."""

from typing import Any

from msgspec import UNSET
from tests.support.decks import committed, fixed
from tests.support.story import Story

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decks.events import DeckShuffled
from croupier.domain.games.baccarat.commands import BaccaratRules, BoxName, Deal
from croupier.domain.games.baccarat.events import BetPlaced, CardDealt, CoupDecided
from croupier.domain.table.events import RoundStarted, SeatTaken, TableOpened
from croupier.domain.table.state import StakeLimits

TABLE = "baccarat-1"
FIRST, SECOND, THIRD = (f"{TABLE}/{number}" for number in (1, 2, 3))
"""The ids of the table's decks."""

RULES = BaccaratRules()
LIMITS = StakeLimits(1, 1000)
PLAYERS = {1: "ann", 2: "bob", 3: "cid", 4: "dora", 7: "eve"}


def given(*history: Any) -> Story:
    """A punto banco table with that history: events, or tuples of them as the functions below return."""
    return Story(DECIDERS["baccarat"], TABLE, history)


def opened(*decks: str, rules: BaccaratRules = RULES, limits: StakeLimits = LIMITS) -> tuple[Any, ...]:
    """The table was opened and its first deck committed to.

    The cards of each deck are written with blanks; without any named deck the cards are shuffled.
    """
    return (TableOpened(rules, limits, fixed(*decks) if decks else UNSET), *committed(FIRST))


def seated(seat: int = 1, stack: int = 1000) -> SeatTaken:
    """One of `PLAYERS` sat down."""
    return SeatTaken(seat, PLAYERS[seat], stack)


def started(round: int = 1, deck: str = FIRST, following: str = SECOND, packs: int = 8) -> tuple[Any, ...]:
    """A round was started with a new shoe."""
    return (RoundStarted(round), DeckShuffled(deck, 1, packs), *committed(following))


def placed(seat: int, on: BoxName, stake: int, left: int, total: int | None = None) -> BetPlaced:
    """A bet lies; `left` is the stack after it."""
    return BetPlaced(seat, on, stake, total or stake, left)


def betting(cards: str, *history: Any, limits: StakeLimits = LIMITS) -> Story:
    """A table in its first round, with those cards to come, at which ann has seat 1 and a stack of 1000."""
    return given(opened(cards, limits=limits), seated(), started(), *history)


def coup(cards: str) -> tuple[Any, ...]:
    """The cards dealt, then the decision, of a coup from a shoe that begins with those cards."""
    return betting(cards).when(Deal()).of(CardDealt, CoupDecided)
