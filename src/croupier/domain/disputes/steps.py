"""What is done in a dispute between its opening and its ruling."""

from datetime import timedelta

from croupier.domain.decider import Given, Rejected
from croupier.domain.disputes.commands import AnswerQuestion, AskParty, Comment
from croupier.domain.disputes.events import (
    Commented,
    DisputeOverdue,
    DisputeTaken,
    DisputeWithdrawn,
    PartyAsked,
    QuestionAnswered,
)
from croupier.domain.disputes.parties import require_auditor, require_judge, require_opener, speaker
from croupier.domain.disputes.state import Dispute, Question, Steps


def take(dispute: Dispute, given: Given) -> Steps:
    """An auditor takes it; from now on the time for his ruling runs. Raises `Rejected` (`not-the-judge`)."""
    require_auditor(given.actor)
    rule_by = given.at + timedelta(seconds=dispute.rule_within)
    return (yield DisputeTaken(given.actor.id, rule_by))


def take_over(dispute: Dispute, given: Given) -> Steps:
    """Another auditor takes it once the ruling is overdue: no dispute is stuck with who does not rule.

    Raises `Rejected`: `not-the-judge`, `already-taken`.
    """
    require_auditor(given.actor)
    if given.actor.id == dispute.auditor or not dispute.is_overdue(given.at):
        raise Rejected("already-taken", f"{dispute.auditor} has taken the dispute")
    return (yield from take(dispute, given))


def comment(command: Comment, dispute: Dispute, given: Given) -> Steps:
    """Anybody concerned says something. Raises `Rejected`: `not-a-party`, `said-enough`."""
    return (yield Commented(speaker(dispute, given.actor), command.text))


def ask(command: AskParty, dispute: Dispute, given: Given) -> Steps:
    """The judge asks one of the parties. Raises `Rejected`: `not-the-judge`, `said-enough`."""
    require_judge(dispute, given.actor)
    speaker(dispute, given.actor)
    return (yield PartyAsked(len(dispute.questions) + 1, command.of, command.text))


def answer(command: AnswerQuestion, dispute: Dispute, given: Given) -> Steps:
    """Who was asked answers, once.

    Raises `Rejected`: `not-a-party`, `unknown-question`, `not-asked`, `already-answered`, `said-enough`.
    """
    by = speaker(dispute, given.actor)
    question = _question(dispute, command.question)
    if question.of != by:
        raise Rejected("not-asked", f"the question is for the {question.of} to answer")
    if question.answered:
        raise Rejected("already-answered", "the question has been answered; add what is new as a comment")
    return (yield QuestionAnswered(question.question, question.of, command.text))


def withdraw(dispute: Dispute, given: Given) -> Steps:
    """Who opened it gives it up. Raises `Rejected` (`not-the-opener`)."""
    require_opener(dispute, given.actor)
    return (yield DisputeWithdrawn())


def mark_overdue(dispute: Dispute, given: Given) -> Steps:
    """The clock notes that a deadline has passed, once. Raises `Rejected`: `not-the-clock`, `not-overdue`."""
    if given.actor.role != "clock":
        raise Rejected("not-the-clock", "only the clock notes that time has passed")
    if dispute.marked or not dispute.is_overdue(given.at):
        raise Rejected("not-overdue", "no deadline has passed, or it has been noted")
    assert dispute.due
    return (yield DisputeOverdue(dispute.awaits, dispute.due))


def _question(dispute: Dispute, number: int) -> Question:
    found = next((one for one in dispute.questions if one.question == number), None)
    if found is None:
        raise Rejected("unknown-question", f"there is no question {number}")
    return found
