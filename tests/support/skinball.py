"""Skinball tables played up to some point, for stories about them.

Commands are written as in a scenario: who, what, and its fields in order, e.g. `3 stake 10`.
"""

from collections.abc import Mapping
from typing import Any, Final

from tests.support.decks import committed, fixed
from tests.support.moves import after
from tests.support.story import Story

from croupier.domain.catalogue import DECIDERS
from croupier.domain.games.skinball.commands import SkinballRules
from croupier.domain.table.events import SeatTaken, TableOpened
from croupier.domain.table.state import StakeLimits

TABLE: Final = "skinball-1"
FIRST, SECOND, THIRD = (f"{TABLE}/{number}" for number in (1, 2, 3))
"""The ids of the table's decks."""

PLAYERS: Final = {1: "ann", 2: "bob", 3: "cid", 4: "dora", 5: "eve", 6: "fay", 12: "zoe"}
FOUR: Final = {1: 100, 2: 100, 3: 100, 4: 100}
LIMITS: Final = StakeLimits(1, 100)
FREE: Final = SkinballRules(commission=None)

DECIDER: Final = DECIDERS["skinball"]


def opened(
    *decks: str,
    banker: int | None = 4,
    stacks: Mapping[int, int] = FOUR,
    rules: SkinballRules = FREE,
    limits: StakeLimits = LIMITS,
    draw: str = "",
) -> tuple[Any, ...]:
    """A test table was opened and some sat down. The cards of each deck are written with blanks."""
    named = fixed(*decks, draw=draw, banker=banker)
    return (TableOpened(rules, limits, named), *committed(FIRST), *_seated(stacks))


def shuffling(stacks: Mapping[int, int] = FOUR) -> tuple[Any, ...]:
    """A table was opened whose cards are shuffled, and some sat down."""
    return (TableOpened(FREE, LIMITS), *committed(FIRST), *_seated(stacks))


def given(history: tuple[Any, ...], *moves: str) -> Story:
    """A Skinball table with that history, after the commands that are written."""
    return after(Story(DECIDER, TABLE, history), *moves)


def playing(cards: str, *moves: str, **how: Any) -> Story:
    """A table in its first round, which is dealt from that deck, after those moves; see `opened`."""
    banker = how.setdefault("banker", 4)
    return given(opened(cards, **how), f"{banker} start-round", *moves)


def first_bet(seat: int = 3, stake: int = 10, banker: int = 4) -> tuple[str, ...]:
    """The seat accepts the first card, the banker gets his, and stake and cover lie."""
    return (f"{banker} deal", f"{seat} accept-card", f"{banker} deal", *covered(seat, stake, banker))


def next_bet(seat: int, stake: int = 10, banker: int = 4) -> tuple[str, ...]:
    """The next card is dealt, the seat accepts it, and stake and cover lie."""
    return (f"{banker} deal", f"{seat} accept-card", *covered(seat, stake, banker))


def covered(seat: int, stake: int, banker: int = 4) -> tuple[str, ...]:
    """The seat's stake is covered in full."""
    return (f"{seat} stake {stake}", f"{banker} cover {stake}")


def _seated(stacks: Mapping[int, int]) -> tuple[Any, ...]:
    return tuple(SeatTaken(seat, PLAYERS[seat], stack) for seat, stack in stacks.items())
