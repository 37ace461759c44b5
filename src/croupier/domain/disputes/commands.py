"""The commands of a dispute."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.domain.amounts import Amount
from croupier.domain.decider import Command
from croupier.domain.disputes.evidence import Evidence
from croupier.domain.ids import PlayerId, RoundId
from croupier.domain.texts import Line, Text

MOST_CORRECTIONS = 20

Seconds = Annotated[int, Meta(ge=1, le=366 * 24 * 3600)]

Party = Annotated[
    str, Meta(min_length=1, max_length=64, description="A player's id, or `house` for the house account.")
]

Asked = Literal["player", "operator"]
"""Whom an auditor may ask."""


class Deadlines(Struct, frozen=True):
    """Seconds: from the opening until an auditor has to have taken it, from then until he has to rule."""

    take: Seconds
    rule: Seconds


class OpenDispute(Command, frozen=True, tag="open-dispute"):
    """A player says what was wrong in a round in which he sat; or his operator says it for him.

    `seat` and `bet` say which one it is about. The service adds evidence and deadlines.
    """

    round: RoundId
    player: PlayerId
    claim: Text
    evidence: Evidence
    deadlines: Deadlines
    seat: int | UnsetType = UNSET
    bet: Line | UnsetType = UNSET


class TakeDispute(Command, frozen=True, tag="take"):
    """An auditor takes the dispute: he will rule on it.

    A dispute that another took may be taken over once the ruling is overdue.
    """


class Comment(Command, frozen=True, tag="comment"):
    """The player, his operator or an auditor says something, until it is ruled on."""

    text: Text


class AskParty(Command, frozen=True, tag="ask"):
    """The auditor who took the dispute asks its player or the operator. Questions are numbered 1, 2, .."""

    of: Asked
    text: Text


class AnswerQuestion(Command, frozen=True, tag="answer"):
    """Who was asked answers the question of that number, once."""

    question: Annotated[int, Meta(ge=1)]
    text: Text


class Transfer(Struct, frozen=True, forbid_unknown_fields=True):
    """Chips that a ruling moves from `payer` to `payee`: players of the round, or the house of its table."""

    payer: Party
    payee: Party
    amount: Amount


class UpholdDispute(Command, frozen=True, tag="uphold"):
    """The auditor who took the dispute finds for the player, and may move chips to put it right.

    The corrections are made together with the ruling, all or none. Chips go to and from wallets.
    """

    reason: Text
    corrections: Annotated[tuple[Transfer, ...], Meta(max_length=MOST_CORRECTIONS)] = ()


class RejectDispute(Command, frozen=True, tag="reject"):
    """The auditor who took the dispute finds that all was right, and says why."""

    reason: Text


class WithdrawDispute(Command, frozen=True, tag="withdraw"):
    """Who opened the dispute gives it up, before it is ruled on."""


class MarkOverdue(Command, frozen=True, tag="mark-overdue"):
    """The clock notes that a deadline has passed, once for each."""


DisputeCommand = (
    OpenDispute
    | TakeDispute
    | Comment
    | AskParty
    | AnswerQuestion
    | UpholdDispute
    | RejectDispute
    | WithdrawDispute
    | MarkOverdue
)
