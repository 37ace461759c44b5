"""The state of a fan-tan table beyond the shared one."""

from collections.abc import Generator

from msgspec import Struct

from croupier.domain.decider import SeedEntrusted
from croupier.domain.games.fan_tan.commands import FanTanRules
from croupier.domain.games.fan_tan.events import FanTanEvent
from croupier.domain.games.fan_tan.layout import Spot
from croupier.domain.table.events import SharedEvent
from croupier.domain.table.state import StakeLimits, Table


class Bet(Struct, frozen=True):
    """One bet: its number in the round, whose it is, on what, and its stake."""

    bet: int
    seat: int
    on: Spot
    stake: int


class CutPart(Struct, frozen=True):
    """The part that was cut off the pack in the last round: how many cards, and the number that won."""

    size: int
    number: int


class Play(Struct, frozen=True):
    """The bets that lie, in the order of placing, and how many were `placed` in the round.

    `rounds` are the rounds of the banker's term so far, the present one from its cut on (rule 12); `cut` is
    the last cut, None before the first.
    """

    bets: tuple[Bet, ...] = ()
    placed: int = 0
    rounds: int = 0
    cut: CutPart | None = None

    def bet(self, seat: int, number: int) -> Bet | None:
        """The seat's bet of that number, None if it has none."""
        return next((bet for bet in self.bets if (bet.seat, bet.bet) == (seat, number)), None)

    def bets_of(self, seat: int) -> tuple[Bet, ...]:
        """The seat's bets that lie."""
        return tuple(bet for bet in self.bets if bet.seat == seat)


FanTanTable = Table[FanTanRules, StakeLimits, Play]
Steps = Generator[FanTanEvent | SharedEvent | SeedEntrusted, FanTanTable, FanTanTable]
