"""Blackjack tables played up to some point, for stories about them.

Commands are written as in a scenario: who, what, and its fields in order, e.g. `3 stake 10`. Seat 1 banks
unless a test says otherwise.
"""

from collections.abc import Mapping
from typing import Any, Final

from tests.support.decks import committed, fixed
from tests.support.moves import after, events_of
from tests.support.story import Story

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.games.blackjack.commands import BlackjackLimits, BlackjackRules
from croupier.domain.games.blackjack.events.hands import HandSettled
from croupier.domain.table.events import SeatTaken, TableOpened

TABLE: Final = "blackjack-1"
FIRST, SECOND = (f"{TABLE}/{number}" for number in (1, 2))
"""The ids of the table's decks."""

PLAYERS: Final = {number: f"player{number}" for number in range(1, 15)}
TWO: Final = {1: 100, 2: 100}
THREE: Final = {1: 100, 2: 100, 3: 100}
LIMITS: Final = BlackjackLimits(1, 20)
AUTOMATIC: Final = BlackjackRules()
BY_HAND: Final = BlackjackRules(dealing="manual")
DECLARED: Final = BlackjackRules(bust="declared")

DECIDER: Final = DECIDERS["blackjack"]


def opened(
    *decks: str,
    banker: int | None = 1,
    stacks: Mapping[int, int] = THREE,
    rules: BlackjackRules = AUTOMATIC,
    limits: BlackjackLimits = LIMITS,
    draw: str = "",
    burned: str = "",
) -> tuple[Any, ...]:
    """A test table was opened and some sat down. The cards of each deck are written with blanks."""
    named = fixed(*decks, draw=draw, burned=burned, banker=banker)
    return (TableOpened(rules, limits, named), *committed(FIRST), *_seated(stacks))


def shuffling(stacks: Mapping[int, int] = THREE, rules: BlackjackRules = AUTOMATIC) -> tuple[Any, ...]:
    """A table was opened whose cards are shuffled, and some sat down."""
    return (TableOpened(rules, LIMITS), *committed(FIRST), *_seated(stacks))


def given(history: tuple[Any, ...], *moves: str) -> Story:
    """A blackjack table with that history, after the commands that are written."""
    return after(Story(DECIDER, TABLE, history), *moves)


def playing(cards: str, *moves: str, **how: Any) -> Story:
    """A table in its first round, which is dealt from that deck, after those moves; see `opened`."""
    banker = how.setdefault("banker", 1)
    return given(opened(cards, **how), f"{banker} start-round", *moves)


def by_hand(cards: str, *moves: str, **how: Any) -> Story:
    """Like `playing`, dealt by hand."""
    return playing(cards, *moves, **{"rules": BY_HAND, **how})


def bets(*stakes: int) -> tuple[str, ...]:
    """The players on the banker's left stake so much each, and he does not double."""
    return (*(f"{seat} stake {stake}" for seat, stake in enumerate(stakes, 2)), "1 no-double")


def dealt(*seats: int, face: str) -> tuple[str, ...]:
    """The banker deals a card to each of the seats."""
    return tuple(f"1 deal-card {seat} {face}" for seat in seats)


def settled(story: Story, *moves: str) -> list[tuple[int, str, int, int]]:
    """The settlements that the moves bring: seat, outcome, rule, profit."""
    events = events_of(story, *moves)
    return [(e.seat, e.outcome, e.rule, e.profit) for e in events if isinstance(e, HandSettled)]


def commands(story: Story, seat: int) -> list[str]:
    """The names of the game's commands that are offered to the seat."""
    return [option.command for option in GAMES["blackjack"].options(story.state, seat)]


def _seated(stacks: Mapping[int, int]) -> tuple[Any, ...]:
    return tuple(SeatTaken(seat, PLAYERS[seat], stack) for seat, stack in stacks.items())
