"""How the commands of a dispute are decided: where it stands, who gives them, what they aim at."""

from typing import assert_never

from croupier.domain.decider import Given, Rejected
from croupier.domain.disputes.commands import (
    AnswerQuestion,
    AskParty,
    Comment,
    DisputeCommand,
    MarkOverdue,
    OpenDispute,
    RejectDispute,
    TakeDispute,
    UpholdDispute,
    WithdrawDispute,
)
from croupier.domain.disputes.events import DisputeRejected
from croupier.domain.disputes.opening import open_dispute
from croupier.domain.disputes.parties import require_judge
from croupier.domain.disputes.ruling import uphold
from croupier.domain.disputes.state import Dispute, Steps
from croupier.domain.disputes.steps import answer, ask, comment, mark_overdue, take, take_over, withdraw


def decide(command: DisputeCommand, dispute: Dispute, given: Given) -> Steps:
    """Decide a command.

    Raises `Rejected`: `no-dispute`, `dispute-exists`, `dispute-closed`, `not-taken`, and what each step says.
    """
    match dispute.status:
        case "unopened":
            if not isinstance(command, OpenDispute):
                raise Rejected("no-dispute", "there is no such dispute")
            return open_dispute(command, dispute, given)
        case "open":
            return _decide_open(command, dispute, given)
        case "taken":
            return _decide_taken(command, dispute, given)
        case "upheld" | "rejected" | "withdrawn":
            if isinstance(command, OpenDispute):
                raise _exists()
            raise Rejected("dispute-closed", f"the dispute is {dispute.status}; nothing is added to it")
        case _:
            assert_never(dispute.status)


def _decide_open(command: DisputeCommand, dispute: Dispute, given: Given) -> Steps:
    """Nobody has taken it yet."""
    match command:
        case TakeDispute():
            return take(dispute, given)
        case Comment():
            return comment(command, dispute, given)
        case WithdrawDispute():
            return withdraw(dispute, given)
        case MarkOverdue():
            return mark_overdue(dispute, given)
        case AskParty() | AnswerQuestion() | UpholdDispute() | RejectDispute():
            raise Rejected("not-taken", "an auditor has to take the dispute first")
        case OpenDispute():
            raise _exists()
        case _:
            assert_never(command)


def _decide_taken(command: DisputeCommand, dispute: Dispute, given: Given) -> Steps:
    """An auditor has taken it, and has not ruled yet."""
    match command:
        case TakeDispute():
            return take_over(dispute, given)
        case Comment():
            return comment(command, dispute, given)
        case AskParty():
            return ask(command, dispute, given)
        case AnswerQuestion():
            return answer(command, dispute, given)
        case UpholdDispute():
            require_judge(dispute, given.actor)
            return uphold(command, dispute, given)
        case RejectDispute():
            require_judge(dispute, given.actor)
            return _reject(command, given)
        case WithdrawDispute():
            return withdraw(dispute, given)
        case MarkOverdue():
            return mark_overdue(dispute, given)
        case OpenDispute():
            raise _exists()
        case _:
            assert_never(command)


def _reject(command: RejectDispute, given: Given) -> Steps:
    return (yield DisputeRejected(given.actor.id, command.reason))


def _exists() -> Rejected:
    return Rejected("dispute-exists", "the dispute has been opened")
