"""The commands of Slippery Sam beside the shared `set-bank`, and the rules and limits of its tables."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.domain.amounts import MOST, Amount, Stake
from croupier.domain.decider import Command
from croupier.domain.table.bank.setting import SetBank

MOST_REFUSALS = 48
"""The cards of a pack that are left when two have played as few as they can: three in a hand, one upcard."""

UpcardPrice = Literal["fifth"] | Annotated[int, Meta(ge=0, le=MOST)]


class SlipperySamRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's rules.

    `upcard_price`: what a refusal costs, a `fifth` of the bank as it stood when the turn began, rounded up,
    or a fixed price in whole units (rule 7); `refusals`: how many upcards a player may refuse in a round
    (rules 7, 8), as far as the pack has others.
    """

    upcard_price: UpcardPrice = "fifth"
    refusals: Annotated[int, Meta(ge=0, le=MOST_REFUSALS)] = 3


class SlipperySamLimits(Struct, frozen=True, forbid_unknown_fields=True):
    """The least bank (rule 3) and the least bet (rule 6); the most is what bank and stack hold."""

    min: Amount


class StartRound(Command, frozen=True, tag="start-round"):
    """The banker, who has put up his bank, deals the hands and turns the upcard (rules 2, 4)."""


class Bet(Command, frozen=True, tag="bet"):
    """The seat in turn bets against the upcard, and the bet is settled (rules 6, 9, 10)."""

    stake: Stake


class BuyUpcard(Command, frozen=True, tag="buy-upcard"):
    """The seat in turn refuses the upcard and pays for a new one (rule 7)."""


class Pass(Command, frozen=True, tag="pass"):
    """The seat in turn lets its turn go by, after its last refusal or too poor for anything else (rule 8)."""


SlipperySamCommand = SetBank | StartRound | Bet | BuyUpcard | Pass
