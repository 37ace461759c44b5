"""The events of a dispute."""

from datetime import datetime
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from croupier.domain.decider import Actor
from croupier.domain.disputes.commands import Asked, Transfer
from croupier.domain.disputes.evidence import Evidence

Speaker = Literal["player", "operator", "auditor"]
Awaited = Literal["take", "ruling"]


class DisputeOpened(Struct, frozen=True, tag="dispute-opened"):
    """A dispute was opened `by` the player or his operator on a round, or a seat or bet of it.

    It has to be taken until `take_by`, and ruled on within `rule_within` seconds of that.
    """

    round: str
    player: str
    by: Actor
    claim: str
    take_by: datetime
    rule_within: int
    seat: int | UnsetType = UNSET
    bet: str | UnsetType = UNSET


class EvidenceAttached(Struct, frozen=True, tag="evidence-attached"):
    """The service said where the round lies in the log, and what binds it."""

    evidence: Evidence


class DisputeTaken(Struct, frozen=True, tag="dispute-taken"):
    """The auditor took it, and has to rule until `rule_by`."""

    auditor: str
    rule_by: datetime


class Commented(Struct, frozen=True, tag="commented"):
    """Somebody said something."""

    by: Speaker
    text: str


class PartyAsked(Struct, frozen=True, tag="asked"):
    """The auditor asked question number `question`."""

    question: int
    of: Asked
    text: str


class QuestionAnswered(Struct, frozen=True, tag="answered"):
    """Question number `question` was answered."""

    question: int
    by: Asked
    text: str


class Moved(Struct, frozen=True):
    """What the corrections of a ruling come to for one party: chips gained, negative: lost."""

    party: str
    amount: int


class DisputeUpheld(Struct, frozen=True, tag="dispute-upheld"):
    """The auditor found for the player.

    `moved` is what the `corrections` come to for each party, by its name, without those for whom they come to
    nothing; its amounts add up to zero. The entries of house account and wallets are appended with this one.
    """

    auditor: str
    reason: str
    corrections: tuple[Transfer, ...]
    moved: tuple[Moved, ...]


class DisputeRejected(Struct, frozen=True, tag="dispute-rejected"):
    """The auditor found that all was right."""

    auditor: str
    reason: str


class DisputeWithdrawn(Struct, frozen=True, tag="dispute-withdrawn"):
    """Who opened it gave it up."""


class DisputeOverdue(Struct, frozen=True, tag="dispute-overdue"):
    """It was `due` to be taken, or ruled on, and was not."""

    awaited: Awaited
    due: datetime


DisputeEvent = (
    DisputeOpened
    | EvidenceAttached
    | DisputeTaken
    | Commented
    | PartyAsked
    | QuestionAnswered
    | DisputeUpheld
    | DisputeRejected
    | DisputeWithdrawn
    | DisputeOverdue
)
