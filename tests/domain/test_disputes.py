"""Disputes: who may do what in them, and when."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from msgspec import ValidationError, convert, structs
from tests.support.disputes import (
    ANN,
    BOB,
    CLAIM,
    DEADLINES,
    EVE,
    EVIDENCE,
    PAUL,
    REX,
    ROUND,
    RULE,
    TAKE,
    VERA,
    given,
    is_open,
    is_taken,
    opened,
    opening,
    taken,
)
from tests.support.story import AT, CLOCK, HOUSE, Story

from croupier.domain.decider import Actor
from croupier.domain.disputes.commands import (
    AnswerQuestion,
    AskParty,
    Comment,
    MarkOverdue,
    RejectDispute,
    TakeDispute,
    UpholdDispute,
    WithdrawDispute,
)
from croupier.domain.disputes.events import (
    Commented,
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
from croupier.domain.disputes.parties import MOST_SAID
from croupier.domain.disputes.state import Question, Ruling

LATE = AT + RULE
WHO: dict[str, Actor] = {
    "player": ANN,
    "another player": BOB,
    "stranger": EVE,
    "operator": HOUSE,
    "judge": VERA,
    "another auditor": PAUL,
    "regulator": REX,
    "clock": CLOCK,
}
COMMANDS: dict[str, Any] = {
    "open": opening(),
    "take": TakeDispute(),
    "comment": Comment("The screen showed 9."),
    "ask": AskParty("operator", "Was the table paused?"),
    "answer": AnswerQuestion(1, "No."),
    "uphold": UpholdDispute("The bet had won."),
    "reject": RejectDispute("The cards say otherwise."),
    "withdraw": WithdrawDispute(),
    "mark": MarkOverdue(),
}
STATES: dict[str, Callable[[], Story]] = {
    "unopened": lambda: given(),
    "open": is_open,
    "taken": lambda: given(opened(), taken(), PartyAsked(1, "operator", "Was the table paused?")),
    "upheld": lambda: given(opened(), taken(), DisputeUpheld("vera", "It had won.", (), ())),
    "rejected": lambda: given(opened(), taken(), DisputeRejected("vera", "It had lost.")),
    "withdrawn": lambda: given(opened(), DisputeWithdrawn()),
}

ACCEPTED: dict[tuple[str, str], set[str]] = {
    ("unopened", "open"): {"player", "operator"},
    ("open", "take"): {"judge", "another auditor"},
    ("open", "comment"): {"player", "operator", "judge", "another auditor"},
    ("open", "withdraw"): {"player"},
    ("taken", "comment"): {"player", "operator", "judge", "another auditor"},
    ("taken", "ask"): {"judge"},
    ("taken", "answer"): {"operator"},
    ("taken", "uphold"): {"judge"},
    ("taken", "reject"): {"judge"},
    ("taken", "withdraw"): {"player"},
}
"""All that is accepted in time, by state and command; of the rest everything is refused."""

REFUSED_AS = {
    "unopened": {"no-dispute", "not-a-party"},
    "open": {"dispute-exists", "not-taken", "not-the-judge", "not-a-party", "not-the-opener"}
    | {"not-the-clock", "not-overdue"},
    "taken": {"dispute-exists", "already-taken", "not-the-judge", "not-a-party", "not-asked"}
    | {"not-the-opener", "not-the-clock", "not-overdue"},
    "upheld": {"dispute-closed", "dispute-exists"},
    "rejected": {"dispute-closed", "dispute-exists"},
    "withdrawn": {"dispute-closed", "dispute-exists"},
}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_in_every_state_is_for_those_who_may_give_it_and_nobody_else(
    state: str, command: str
) -> None:
    accepted, codes = set(), set()
    for who, actor in WHO.items():
        outcome = STATES[state]().when(COMMANDS[command], actor)
        if outcome.refusal is None:
            accepted.add(who)
        else:
            codes.add(outcome.refusal.code)
    assert accepted == ACCEPTED.get((state, command), set())
    assert codes <= REFUSED_AS[state]


# Opening


def test_a_player_opens_a_dispute_and_the_evidence_is_attached() -> None:
    given().when(opening(seat=4, bet="player"), ANN).then(
        DisputeOpened(ROUND, "ann", ANN, CLAIM, AT + TAKE, DEADLINES.rule, 4, "player"),
        EvidenceAttached(EVIDENCE),
    )


def test_an_operator_opens_one_for_a_player() -> None:
    told = given().when(opening(), HOUSE).events[0]
    assert (told.player, told.by) == ("ann", HOUSE)


def test_nobody_disputes_a_round_in_which_he_had_no_seat() -> None:
    given().when(opening("eve"), EVE).then_refused("not-in-round")
    given().when(opening("eve"), HOUSE).then_refused("not-in-round")


def test_a_dispute_is_about_a_seat_that_somebody_had() -> None:
    given().when(opening(seat=2), ANN).then_refused("unknown-target")


@pytest.mark.parametrize("claim", ["", "\n", " x", "x" * 2001, "a\x00b", "\x1b]0;", "a\rb", "a\u202eb"])
def test_a_claim_hides_nothing(claim: str) -> None:
    with pytest.raises(ValidationError):
        convert({"text": claim}, Comment)


@pytest.mark.parametrize("claim", ["x", "x" * 2000, "In lines:\n\t- one\n- two\n", "Я выиграл"])
def test_a_claim_may_have_lines_and_2000_characters(claim: str) -> None:
    assert convert({"text": claim}, Comment).text == claim


# Taking


def test_who_takes_it_has_so_long_to_rule() -> None:
    is_open().when(TakeDispute(), VERA, AT + TAKE).then(DisputeTaken("vera", AT + TAKE + RULE))


def test_another_takes_it_over_once_the_ruling_is_overdue() -> None:
    is_taken().when(TakeDispute(), PAUL, LATE - timedelta(microseconds=1)).then_refused("already-taken")
    story = is_taken().when(TakeDispute(), PAUL, LATE).then(DisputeTaken("paul", LATE + RULE))
    story.when(RejectDispute("Late, but no."), VERA, LATE).then_refused("not-the-judge")
    story.when(RejectDispute("Late, but no."), PAUL, LATE).accepted()


def test_who_is_late_gets_no_more_time_by_taking_it_again() -> None:
    is_taken().when(TakeDispute(), VERA, LATE).then_refused("already-taken")


# Speaking


def test_everybody_concerned_comments_as_who_he_is() -> None:
    sides: dict[Actor, Speaker] = {ANN: "player", HOUSE: "operator", PAUL: "auditor"}
    for actor, side in sides.items():
        is_taken().when(Comment("Look again."), actor).then(Commented(side, "Look again."))


def test_questions_are_numbered_and_answered_once_by_who_was_asked() -> None:
    story = (
        is_taken().when(AskParty("player", "Which seat?"), VERA).then(PartyAsked(1, "player", "Which seat?"))
    )
    story = story.when(AskParty("operator", "Who dealt?"), VERA).then(PartyAsked(2, "operator", "Who dealt?"))
    story.when(AnswerQuestion(2, "Me."), ANN).then_refused("not-asked")
    story.when(AnswerQuestion(3, "What?"), ANN).then_refused("unknown-question")
    story = story.when(AnswerQuestion(1, "Seat 1."), ANN).then(QuestionAnswered(1, "player", "Seat 1."))
    story.when(AnswerQuestion(1, "No, 2."), ANN).then_refused("already-answered")
    assert story.state.questions == (Question(1, "player", True), Question(2, "operator"))


def test_nobody_buries_a_dispute_under_words() -> None:
    story = is_taken()
    for _ in range(MOST_SAID):
        story = story.when(Comment("And another thing."), ANN).accepted()
    story.when(Comment("And another thing."), ANN).then_refused("said-enough")
    story.when(Comment("Noted."), HOUSE).accepted()
    story.when(AskParty("player", "Is that all?"), VERA).accepted()


# Its end


def test_a_rejection_says_why() -> None:
    story = is_taken().when(RejectDispute("It had lost."), VERA).then(DisputeRejected("vera", "It had lost."))
    assert (story.state.status, story.state.ruling) == ("rejected", Ruling("vera", "It had lost."))


def test_a_dispute_that_the_operator_opened_is_his_to_withdraw() -> None:
    story = given(opened(HOUSE))
    story.when(WithdrawDispute(), ANN).then_refused("not-the-opener")
    story.when(WithdrawDispute(), HOUSE).then(DisputeWithdrawn())


# Deadlines


def test_the_clock_notes_once_that_nobody_took_it() -> None:
    is_open().when(MarkOverdue(), CLOCK, AT + TAKE - timedelta(seconds=1)).then_refused("not-overdue")
    story = is_open().when(MarkOverdue(), CLOCK, AT + TAKE).then(DisputeOverdue("take", AT + TAKE))
    story.when(MarkOverdue(), CLOCK, LATE).then_refused("not-overdue")


def test_the_clock_notes_again_that_nobody_ruled_on_it() -> None:
    story = is_open().when(MarkOverdue(), CLOCK, AT + TAKE).accepted()
    story = story.when(TakeDispute(), VERA, AT + TAKE).accepted()
    due = AT + TAKE + RULE
    story.when(MarkOverdue(), CLOCK, due).then(DisputeOverdue("ruling", due))


def test_an_overdue_dispute_can_still_be_taken_and_ruled_on() -> None:
    story = is_open().when(MarkOverdue(), CLOCK, AT + TAKE).accepted()
    story = story.when(TakeDispute(), VERA, LATE).accepted()
    story.when(UpholdDispute("It had won."), VERA, LATE + 2 * RULE).accepted()


def test_a_dispute_that_is_over_is_never_overdue() -> None:
    story = is_taken().when(RejectDispute("No."), VERA).accepted()
    assert not story.state.is_overdue(LATE + RULE)
    assert structs.asdict(story.state)["due"] is None
