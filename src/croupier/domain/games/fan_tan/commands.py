"""The commands of fan-tan beside the shared `set-bank`, and the rules of its tables."""

from typing import Annotated

from msgspec import Meta, Struct

from croupier.domain.amounts import MOST, Stake
from croupier.domain.decider import Command
from croupier.domain.table.bank.setting import SetBank

SpotName = Annotated[
    str,
    Meta(
        description="A corner `1`, `2`, `3`, `4` of the layout, or a side `1-2`, `2-3`, `3-4`, `4-1`.",
        examples=["3-4"],
    ),
]

BetNumber = Annotated[
    int,
    Meta(ge=-MOST, le=MOST, description="The number of a bet: 1, 2, .. as they were placed in the round."),
]


class FanTanRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's rules. `rounds_per_bank`: for how many rounds a banker has bank and deal (rule 12)."""

    rounds_per_bank: Annotated[int, Meta(ge=1, le=1000)] = 4


class AddToBank(Command, frozen=True, tag="add-to-bank"):
    """The banker adds any amount to his bank before a later round of his term (rule 3)."""

    amount: Stake


class StartRound(Command, frozen=True, tag="start-round"):
    """The banker, who has set his bank, has the pack shuffled and opens the bets (rules 3, 7)."""


class PlaceBet(Command, frozen=True, tag="place-bet"):
    """A seat makes one more bet, on a corner or a side (rules 5, 6)."""

    on: SpotName
    stake: Stake


class WithdrawBet(Command, frozen=True, tag="withdraw-bet"):
    """A seat takes one of its bets back, whole, before the cut (rule 6)."""

    bet: BetNumber


class Cut(Command, frozen=True, tag="cut"):
    """The banker closes the bets and cuts; the cut part is counted off and all is settled (rules 8-11)."""


FanTanCommand = SetBank | AddToBank | StartRound | PlaceBet | WithdrawBet | Cut
