"""The history of a fan-tan table, for stories about it."""

from collections.abc import Mapping
from typing import Any

from tests.support.decks import committed, fixed
from tests.support.story import Story

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decks.events import DeckShuffled
from croupier.domain.games.fan_tan.commands import FanTanRules
from croupier.domain.games.fan_tan.events import BetPlaced
from croupier.domain.games.fan_tan.layout import Spot
from croupier.domain.table.bank.events import BankerNamed, BankSet
from croupier.domain.table.events import RoundStarted, SeatTaken, TableOpened
from croupier.domain.table.state import StakeLimits

TABLE = "fan-tan-1"
FIRST, SECOND, THIRD = (f"{TABLE}/{number}" for number in (1, 2, 3))
"""The ids of the table's decks."""

RULES = FanTanRules()
LIMITS = StakeLimits(5, 50)
PLAYERS = {1: "ann", 2: "bob", 3: "cid", 4: "dora", 5: "eve", 6: "fay"}


def given(*history: Any) -> Story:
    """A fan-tan table with that history: events, or tuples of them as the functions below return."""
    return Story(DECIDERS["fan-tan"], TABLE, history)


def opened(
    *cuts: int,
    draw: str = "",
    banker: int | None = None,
    rules: FanTanRules = RULES,
    limits: StakeLimits = LIMITS,
) -> tuple[Any, ...]:
    """A test table was opened, with a deck for each of the `cuts`, and its first deck committed to."""
    named = fixed(*("" for _ in cuts), cuts=cuts, draw=draw, banker=banker)
    return (TableOpened(rules, limits, named), *committed(FIRST))


def shuffling(rules: FanTanRules = RULES, limits: StakeLimits = LIMITS) -> tuple[Any, ...]:
    """A table was opened whose cards are shuffled, and its first deck committed to."""
    return (TableOpened(rules, limits), *committed(FIRST))


def seated(seat: int, stack: int = 100) -> SeatTaken:
    """One of `PLAYERS` sat down."""
    return SeatTaken(seat, PLAYERS[seat], stack)


def banking(seat: int, bank: int, left: int) -> tuple[Any, ...]:
    """The seat was named to bank and set its bank; `left` is the stack after it."""
    return (BankerNamed(seat), BankSet(seat, bank, bank, left))


def started(round: int = 1, deck: str = FIRST, following: str = SECOND) -> tuple[Any, ...]:
    """A round was started with a shuffled pack."""
    return (RoundStarted(round), DeckShuffled(deck, 1, 1), *committed(following))


def placed(seat: int, bet: int, on: Spot, stake: int, left: int) -> BetPlaced:
    """A bet lies; `left` is the stack after it."""
    return BetPlaced(seat, bet, on, stake, left)


def betting(
    cut: int,
    *bets: BetPlaced,
    bank: int = 200,
    stacks: Mapping[int, int] = {2: 100, 3: 100},
    rules: FanTanRules = RULES,
    limits: StakeLimits = LIMITS,
) -> Story:
    """A table in its first round with that cut to come, at which seat 1 banks and has 50 besides his bank.

    A second round may follow, with a cut of 20.
    """
    return given(
        opened(cut, 20, banker=1, rules=rules, limits=limits),
        seated(1, bank + 50),
        *(seated(seat, stack) for seat, stack in stacks.items()),
        banking(1, bank, 50),
        started(),
        *bets,
    )
