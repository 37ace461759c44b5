"""How the events of a dispute change it. Nothing here refuses."""

from typing import assert_never

from msgspec import UNSET
from msgspec.structs import replace

from croupier.domain.decider import SeedEntrusted
from croupier.domain.disputes.events import (
    Commented,
    DisputeEvent,
    DisputeOpened,
    DisputeOverdue,
    DisputeRejected,
    DisputeTaken,
    DisputeUpheld,
    DisputeWithdrawn,
    EvidenceAttached,
    PartyAsked,
    QuestionAnswered,
    Speaker,
)
from croupier.domain.disputes.state import Dispute, Question, Ruling, Status


def evolve(dispute: Dispute, event: DisputeEvent | SeedEntrusted) -> Dispute:
    """The dispute after the event."""
    match event:
        case DisputeOpened():
            return _opened(dispute, event)
        case EvidenceAttached():
            return replace(dispute, evidence=event.evidence)
        case DisputeTaken():
            return replace(dispute, status="taken", auditor=event.auditor, due=event.rule_by, marked=False)
        case Commented():
            return _said(dispute, event.by)
        case PartyAsked():
            question = Question(event.question, event.of)
            return replace(_said(dispute, "auditor"), questions=(*dispute.questions, question))
        case QuestionAnswered():
            return replace(_said(dispute, event.by), questions=_answered(dispute, event.question))
        case DisputeUpheld():
            return _over(dispute, "upheld", Ruling(event.auditor, event.reason, event.moved))
        case DisputeRejected():
            return _over(dispute, "rejected", Ruling(event.auditor, event.reason))
        case DisputeWithdrawn():
            return _over(dispute, "withdrawn")
        case DisputeOverdue():
            return replace(dispute, marked=True)
        case SeedEntrusted():
            return dispute
        case _:
            assert_never(event)


def _opened(dispute: Dispute, event: DisputeOpened) -> Dispute:
    return replace(
        dispute,
        status="open",
        round=event.round,
        player=event.player,
        opened_by=event.by,
        claim=event.claim,
        seat=None if event.seat is UNSET else event.seat,
        bet=None if event.bet is UNSET else event.bet,
        rule_within=event.rule_within,
        due=event.take_by,
    )


def _said(dispute: Dispute, by: Speaker) -> Dispute:
    return replace(dispute, said={**dispute.said, by: dispute.said.get(by, 0) + 1})


def _answered(dispute: Dispute, number: int) -> tuple[Question, ...]:
    return tuple(replace(one, answered=True) if one.question == number else one for one in dispute.questions)


def _over(dispute: Dispute, status: Status, ruling: Ruling | None = None) -> Dispute:
    return replace(dispute, status=status, due=None, ruling=ruling)
