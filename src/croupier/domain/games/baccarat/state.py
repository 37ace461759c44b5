"""The state of a punto banco table beyond the shared one."""

from collections.abc import Generator

from msgspec import Struct

from croupier.domain.cards import Card
from croupier.domain.decider import SeedEntrusted
from croupier.domain.games.baccarat.commands import BaccaratRules, BoxName
from croupier.domain.games.baccarat.events import BaccaratEvent
from croupier.domain.table.events import SharedEvent
from croupier.domain.table.state import StakeLimits, Table


class Bet(Struct, frozen=True):
    """What one seat has on one box."""

    seat: int
    on: BoxName
    stake: int


class Coup(Struct, frozen=True):
    """The cards of the last coup dealt, or of the one being dealt; `winner` once it is decided."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    winner: BoxName | None = None


class Play(Struct, frozen=True):
    """The bets in the order of their placing, and the last coup, None before the first."""

    bets: tuple[Bet, ...] = ()
    coup: Coup | None = None

    def bet(self, seat: int, on: str) -> Bet | None:
        """The seat's bet on the box, None if it has none."""
        for bet in self.bets:
            if bet.seat == seat and bet.on == on:
                return bet
        return None


BaccaratTable = Table[BaccaratRules, StakeLimits, Play]
Steps = Generator[BaccaratEvent | SharedEvent | SeedEntrusted, BaccaratTable, BaccaratTable]
