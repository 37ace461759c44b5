"""What a scenario's report says when something is not as the scenario says."""

from collections.abc import Generator
from typing import Any

import pytest
from msgspec.structs import replace
from tests.support.scenarios import LEFT_OUT, played

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decider import Given, Rejected
from croupier.domain.games.baccarat.commands import Deal
from croupier.domain.games.baccarat.events import BetSettled
from croupier.service.scenarios.report import Difference, Report, StepName

BET = StepName(2, 1, "place-bet")
REFUSED_BET = StepName(3, 4, "place-bet")
DEAL = StepName(4, "house", "deal")


def only_difference(report: Report) -> Difference:
    assert report.outcome == "differs"
    (difference,) = report.differences
    return difference


def test_a_scenario_as_it_says_passes() -> None:
    report = played()
    assert (report.outcome, report.differences, report.problem) == ("passed", (), None)
    assert (report.title, report.game, report.steps) == ("player wins with a natural nine", "baccarat", 4)


def test_rules_left_out_have_their_defaults() -> None:
    assert played(("rules", LEFT_OUT), ("draw", LEFT_OUT), ("cuts", LEFT_OUT)).outcome == "passed"


def test_a_value_that_differs_is_named_with_the_step_that_brought_it_about() -> None:
    difference = only_difference(played(("expect.stacks.1", 1099)))
    assert difference == Difference("stacks.1", 1099, 1100, DEAL)
    assert str(difference) == "step 4 (house deal): stacks.1: expected 1099, actual 1100"


def test_a_value_that_no_step_changed_is_named_as_such() -> None:
    difference = only_difference(played(("expect.stacks.4", 501)))
    assert str(difference) == "before the first step: stacks.4: expected 501, actual 500"


def test_every_value_that_differs_is_named() -> None:
    report = played(
        ("expect", {"stacks": {"1": 1, "4": 2}, "bank": 3, "in_play": 4, "house": 5, "banker": 1})
    )
    assert [difference.value for difference in report.differences] == [
        "stacks.1",
        "stacks.4",
        "bank",
        "in_play",
        "house",
        "banker",
    ]


def test_a_seat_that_is_not_expected_differs() -> None:
    difference = only_difference(played(("expect.stacks.4", LEFT_OUT)))
    assert (difference.value, difference.expected, difference.actual) == ("stacks.4", None, 500)


def test_a_seat_that_was_left_is_not_expected() -> None:
    left = ("steps.3", {"by": 4, "do": "leave"})
    assert played(left, ("expect.stacks", {"1": 900, "4": 500})).outcome == "differs"
    rest = {"bank": 0, "house": 0, "banker": None}
    steps = ("steps", [{"by": 4, "do": "leave"}])
    assert played(steps, ("expect", {"stacks": {"1": 1000}, **rest})).outcome == "passed"


def test_stakes_still_on_the_table_are_expected_in_play() -> None:
    undealt = ("steps.3", LEFT_OUT)
    expect = {"stacks": {"1": 900, "4": 500}, "bank": 0, "house": 0, "banker": None}
    assert only_difference(played(undealt, ("expect", expect))) == Difference("in_play", 0, 100, BET)
    assert played(undealt, ("expect", {**expect, "in_play": 100})).outcome == "passed"


def test_a_step_refused_against_the_scenario_differs_with_the_reason() -> None:
    difference = only_difference(played(("steps.2.refused", LEFT_OUT)))
    assert difference.step == REFUSED_BET
    assert str(difference) == (
        "step 3 (seat 4 place-bet): outcome: expected accepted, actual insufficient-chips"
        " (your stack is 500, rule 1)"
    )


def test_a_step_refused_with_another_code_differs() -> None:
    difference = only_difference(played(("steps.2.refused", "unknown-target")))
    assert (difference.expected, difference.actual) == ("unknown-target", "insufficient-chips")


def test_a_step_accepted_against_the_scenario_differs() -> None:
    difference = only_difference(played(("steps.1.refused", "wrong-phase")))
    assert difference == Difference("outcome", "wrong-phase", "accepted", BET)


@pytest.mark.parametrize("code", ["accepted", ""])
def test_no_code_of_a_refusal_stands_for_acceptance(code: str) -> None:
    assert only_difference(played(("steps.1.refused", code))).step == BET


def test_after_a_step_that_differs_nothing_more_is_played() -> None:
    report = played(("steps.0.do", "deal"), ("expect.house", 7))
    assert [difference.step for difference in report.differences] == [StepName(1, "house", "deal")]


def test_chips_may_be_bought_and_cashed_out_in_a_scenario() -> None:
    steps = [
        {"by": 1, "do": "top-up", "amount": 50},
        {"by": "house", "do": "close-table"},
        {"by": "house", "do": "start-round", "refused": "table-closed"},
    ]
    expect = {"stacks": {}, "bank": 0, "house": 0, "banker": None}
    assert played(("steps", steps), ("expect", expect)).outcome == "passed"


class TestFaultyRules:
    """The runner holds the rules themselves to what every scenario takes for granted."""

    @pytest.fixture
    def faulty(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        """Play baccarat by other functions."""

        def install(**functions: Any) -> None:
            deciders = {**DECIDERS, "baccarat": replace(DECIDERS["baccarat"], **functions)}
            monkeypatch.setattr("croupier.service.scenarios.table.DECIDERS", deciders)

        return install

    def test_chips_out_of_nothing_differ_at_the_step_that_made_them(self, faulty: Any) -> None:
        def evolve(table: Any, event: Any) -> Any:
            table = DECIDERS["baccarat"].evolve(table, event)
            return replace(table, house=table.house + 1) if isinstance(event, BetSettled) else table

        faulty(evolve=evolve)
        assert only_difference(played()) == Difference("chips", 1500, 1501, DEAL)

    def test_a_refusal_that_changes_the_state_differs(self, faulty: Any) -> None:
        def decide(command: Any, table: Any, given: Given) -> Generator[Any, Any, Any]:
            try:
                return (yield from DECIDERS["baccarat"].decide(command, table, given))
            except Rejected:
                table.seats.clear()
                raise

        faulty(decide=decide)
        assert only_difference(played()).value == "state"
        assert only_difference(played()).step == REFUSED_BET

    def test_a_state_that_the_events_do_not_lead_to_differs(self, faulty: Any) -> None:
        def decide(command: Any, table: Any, given: Given) -> Generator[Any, Any, Any]:
            table = yield from DECIDERS["baccarat"].decide(command, table, given)
            if isinstance(command, Deal):
                table.seats[1] = replace(table.seats[1], leaving=True)
            return table

        faulty(decide=decide)
        difference = only_difference(played())
        assert (difference.value, difference.actual) == ("replay", "another seats")
        assert difference.step == DEAL
