"""Who banks: the first banker, his limits, and a banker who is late or leaves (rules 1, 3)."""

from collections.abc import Iterator
from typing import Final

from croupier.domain.cards import Card, rank
from croupier.domain.decider import Rejected
from croupier.domain.games.skinball.commands import SetLimits
from croupier.domain.games.skinball.events import LimitsSet
from croupier.domain.games.skinball.state import SkinballTable, Steps
from croupier.domain.table.bank.banker import require_banker
from croupier.domain.table.bank.first import Drawn, banker_of, first_of, name_first_banker
from croupier.domain.table.bank.passing import leave_bank, next_banker, pass_bank
from croupier.domain.table.clock import Awaited
from croupier.domain.table.order import rightward
from croupier.domain.table.state import By, StakeLimits, check_limits

FEWEST: Final = 3
"""Skinball is for three or more."""


def first_ace(seats: tuple[int, ...], cards: Iterator[Card]) -> Drawn:
    """Rule 1: dealt round the table, from the lowest seat to the right, until somebody gets an ace."""
    order = (seats[0], *rightward(seats, seats[0]))
    return first_of(lambda card: rank(card) == "A", order, cards)


def banker_at(table: SkinballTable) -> int | None:
    """Who banks, or will by the draw that the first command brings; None while nobody can."""
    return banker_of(table, first_ace, FEWEST)


def name_banker(table: SkinballTable) -> Steps:
    """Rule 1: see to it that somebody banks. Raises `Rejected` when there are too few to draw among."""
    return name_first_banker(table, first_ace, FEWEST)


def set_limits(command: SetLimits, table: SkinballTable, by: By) -> Steps:
    """Rule 3: at any time; they bind later stakes, and stay when the bank passes."""
    table = yield from name_banker(table)
    require_banker(table, by, 3)
    check_limits(StakeLimits(command.min, command.max))
    return (yield LimitsSet(command.min, command.max))


def has_players(table: SkinballTable, banker: int) -> bool:
    """Whether there are three at the table, and anybody but the banker has chips to play with."""
    return len(table.seats) >= FEWEST and next_banker(table, rightward, banker) is not None


def awaited_starter(table: SkinballTable) -> Awaited | None:
    """Between rounds the banker is waited for, as long as there are players to start one with."""
    banker = banker_at(table)
    if banker is None or not has_players(table, banker):
        return None
    return Awaited(banker, "bank")


def lose_bank(table: SkinballTable) -> Steps:
    """A banker who does not start the round in time loses the bank to the right (conventions: time out).

    Nobody is waited for while no round can be started.
    """
    if awaited_starter(table) is None:
        raise Rejected("wrong-phase", "nobody is waited for")
    table = yield from name_banker(table)
    return (yield from pass_bank(table, rightward, None))


def vacate(table: SkinballTable, seat: int) -> Steps:
    """A banker who leaves passes the bank to the right."""
    return leave_bank(table, rightward, seat)
