"""What callers are told of a dispute."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec import Struct
from msgspec.json import Encoder
from msgspec.structs import asdict

from croupier.domain.decider import Actor
from croupier.domain.disputes.evidence import Evidence
from croupier.domain.disputes.state import Dispute, Question, Ruling, Status
from croupier.service.deciding import Prepared
from croupier.service.history import HistoryPage
from croupier.service.streams import Loaded

_encode = Encoder().encode


class DisputeView(Struct, frozen=True):
    """A dispute as it stands.

    `due` is until when it has to be taken (`open`) or ruled on (`taken`), `overdue` whether that has passed.
    `auditor` has taken it. `report` is where the report on its round is.
    """

    dispute: str
    revision: int
    status: Status
    round: str
    player: str
    opened_by: Actor
    claim: str
    seat: int | None
    bet: str | None
    evidence: Evidence
    report: str
    auditor: str | None
    due: datetime | None
    overdue: bool
    questions: tuple[Question, ...]
    ruling: Ruling | None


class ListedDispute(DisputeView, frozen=True):
    """A dispute as it stands, in a list: there it is found by when it was opened, `opened_at`, too."""

    opened_at: str


class DisputeAnswer(Struct, frozen=True):
    """The answer to a command to a dispute. The log's `position` is added after the append."""

    dispute: str
    revision: int
    events: tuple[Any, ...]
    view: DisputeView


class DisputeReading(Struct, frozen=True):
    """A dispute at a revision, and a page of what happened in it."""

    dispute: str
    revision: int
    view: DisputeView
    history: HistoryPage


def dispute_view(loaded: Loaded, now: datetime) -> DisputeView:
    """The opened dispute as it stands now."""
    dispute: Dispute = loaded.state
    assert dispute.evidence
    return DisputeView(
        dispute=dispute.id,
        revision=loaded.revision,
        status=dispute.status,
        round=dispute.round,
        player=dispute.player,
        opened_by=dispute.opened_by,
        claim=dispute.claim,
        seat=dispute.seat,
        bet=dispute.bet,
        evidence=dispute.evidence,
        report=f"/v1/rounds/{dispute.round}",
        auditor=dispute.auditor,
        due=dispute.due,
        overdue=dispute.is_overdue(now),
        questions=dispute.questions,
        ruling=dispute.ruling,
    )


def listed_dispute(loaded: Loaded, now: datetime, opened_at: str) -> ListedDispute:
    """The dispute as it stands now, opened at that moment as its first record has it."""
    return ListedDispute(**asdict(dispute_view(loaded, now)), opened_at=opened_at)


def dispute_answer(now: Callable[[], datetime]) -> Callable[[Prepared], bytes]:
    """Writes answers to commands to disputes."""

    def answer(prepared: Prepared) -> bytes:
        view = dispute_view(prepared.after, now())
        return _encode(DisputeAnswer(view.dispute, view.revision, prepared.decision.events, view))

    return answer
