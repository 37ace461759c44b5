"""The commands that every table takes, whatever its game."""

from typing import Annotated, ClassVar, Generic, TypeVar

from msgspec import UNSET, Meta, UnsetType

from croupier.domain.amounts import Amount, AmountOrNone, Correction
from croupier.domain.decider import Command
from croupier.domain.decks.state import FixedDecks
from croupier.domain.ids import DisputeId
from croupier.domain.shuffle import MOST_ENTROPY_BYTES
from croupier.domain.table.clock import DecisionTimes
from croupier.domain.texts import END, line_pattern

R = TypeVar("R")
L = TypeVar("L")

ENTROPY_PATTERN = f"^([0-9a-f]{{2}}){{1,{MOST_ENTROPY_BYTES}}}{END}"

REASON_PATTERN = line_pattern(500)

Reason = Annotated[str, Meta(pattern=REASON_PATTERN, description="Why, in a line of 1 to 500 characters.")]


class OpenTable(Command, Generic[R, L], frozen=True, tag="open-table"):
    """Open a table with its rules and limits; `fixed` names the cards of a test table.

    With `times` the clock acts for who does not act in time; without, nobody is ever hurried.
    """

    untold: ClassVar = frozenset({"fixed"})

    limits: L
    rules: R
    fixed: FixedDecks | UnsetType = UNSET
    times: DecisionTimes | UnsetType = UNSET


class TakeSeat(Command, frozen=True, tag="take-seat"):
    """A player sits down with chips from his wallet, between rounds."""

    seat: Annotated[int, Meta(ge=1, le=99)]
    buy_in: AmountOrNone


class TopUp(Command, frozen=True, tag="top-up"):
    """A seat adds chips from its player's wallet, between rounds."""

    amount: Amount


class Leave(Command, frozen=True, tag="leave"):
    """A seat leaves with its stack: at once between rounds, else at the end of the round."""


class Contribute(Command, frozen=True, tag="contribute"):
    """A seat adds up to 64 bytes of entropy (hex) to the coming deck; its last contribution counts."""

    entropy: Annotated[str, Meta(pattern=ENTROPY_PATTERN)]


class CloseTable(Command, frozen=True, tag="close-table"):
    """The operator closes the table between rounds: all are cashed out, all decks revealed."""


class VoidRound(Command, frozen=True, tag="void-round"):
    """The operator calls the round off and says why: all is as it was before it, and its deck is revealed."""

    reason: Reason


class ExpireTurn(Command, frozen=True, tag="expire-turn"):
    """The clock makes the game's default action for who did not act in time (conventions: time out)."""


SeatCommand = TakeSeat | TopUp | Leave | Contribute


class CorrectHouse(Command, frozen=True, tag="correct-house"):
    """A ruled dispute moves chips to the house account (negative: from it), together with its own entry."""

    dispute: DisputeId
    amount: Correction


HouseCommand = CloseTable | VoidRound
SharedCommand = SeatCommand | HouseCommand
