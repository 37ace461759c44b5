"""The commands of punto banco, and the rules and limits of its tables."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.domain.amounts import Stake
from croupier.domain.decider import Command
from croupier.domain.decks.events import MOST_PACKS

BoxName = Literal["player", "banker", "tie"]
BOXES: tuple[BoxName, ...] = ("player", "banker", "tie")

Box = Annotated[str, Meta(description="One of the boxes `player`, `banker`, `tie`.", examples=["player"])]


class BaccaratRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's rules.

    `decks`: packs in the shoe; `commission_percent`: the house's charge on a won bet on banker (rule 9);
    `tie_pays`: what a bet on tie pays to 1 (rule 9); `cut_card`: with fewer cards left at the end of a
    round, the next has a new shoe (rule 11), at least the six that a coup may need.
    """

    decks: Annotated[int, Meta(ge=1, le=MOST_PACKS)] = 8
    commission_percent: Annotated[int, Meta(ge=0, le=100)] = 5
    tie_pays: Annotated[int, Meta(ge=1, le=100)] = 8
    cut_card: Annotated[int, Meta(ge=6, le=832)] = 16


class StartRound(Command, frozen=True, tag="start-round"):
    """The house opens the bets, with a new shoe if the old one has come to its cut card (rules 1, 11)."""


class PlaceBet(Command, frozen=True, tag="place-bet"):
    """A seat bets on a box; a second bet on the same box adds to the first (rule 1)."""

    on: Box
    stake: Stake


class WithdrawBet(Command, frozen=True, tag="withdraw-bet"):
    """A seat takes its whole bet on a box back before the deal (rule 1)."""

    on: Box


class Deal(Command, frozen=True, tag="deal"):
    """The house closes the bets, deals the whole coup and settles it (rules 3-10, 12)."""


BaccaratCommand = StartRound | PlaceBet | WithdrawBet | Deal
