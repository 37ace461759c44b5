"""The commands of red or black, and the rules of its tables."""

from typing import Annotated

from msgspec import Meta, Struct

from croupier.domain.amounts import Stake
from croupier.domain.decider import Command

Colour = Annotated[str, Meta(description="`red` or `black`.", examples=["red"])]


class RedOrBlackRules(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's rules. `pays`: what a won bet pays to 1 (rule 2)."""

    pays: Annotated[int, Meta(ge=1, le=10)] = 1


class StartRound(Command, frozen=True, tag="start-round"):
    """The house has a pack shuffled and opens the bets (rule 1)."""


class PlaceBet(Command, frozen=True, tag="place-bet"):
    """A seat makes its one bet of the round (rule 1)."""

    on: Colour
    stake: Stake


class TurnCard(Command, frozen=True, tag="turn-card"):
    """The house turns the top card, and all bets are settled by its colour (rule 2)."""


RedOrBlackCommand = StartRound | PlaceBet | TurnCard
