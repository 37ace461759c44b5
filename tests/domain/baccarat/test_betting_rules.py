"""Punto banco, rule 1: the bets."""

import pytest
from tests.support.baccarat import (
    FIRST,
    SECOND,
    betting,
    given,
    opened,
    placed,
    seated,
    started,
)
from tests.support.story import CLOCK, FRESH_SEED, commitment_to

from croupier.domain.decks.events import DeckCommitted, DeckShuffled
from croupier.domain.games.baccarat.commands import (
    BaccaratRules,
    BoxName,
    Deal,
    PlaceBet,
    StartRound,
    WithdrawBet,
)
from croupier.domain.games.baccarat.events import BetPlaced, BetWithdrawn
from croupier.domain.table.events import RoundEnded, RoundStarted
from croupier.domain.table.state import StakeLimits

NATURAL_NINE = "9C KD TC 7H"


def test_rule_1_the_house_opens_the_bets_from_a_new_shoe() -> None:
    given(opened(NATURAL_NINE), seated()).when(StartRound(), "house").then(
        RoundStarted(1),
        DeckShuffled(FIRST, 1, 8),
        DeckCommitted(SECOND, commitment_to(SECOND, FRESH_SEED)),
    )


def test_rule_1_the_clock_deals_for_the_house_when_the_betting_time_ends() -> None:
    betting(NATURAL_NINE).when(Deal(), CLOCK).accepted()


@pytest.mark.parametrize("box", ["player", "banker", "tie"])
def test_rule_1_anyone_seated_bets_on_any_box(box: BoxName) -> None:
    betting(NATURAL_NINE).when(PlaceBet(box, 100), by=1).then(BetPlaced(1, box, 100, 100, 900))


def test_rule_1_a_seat_may_bet_on_several_boxes() -> None:
    story = betting(NATURAL_NINE, placed(1, "tie", 10, 990))
    story.when(PlaceBet("banker", 20), by=1).then(BetPlaced(1, "banker", 20, 20, 970))


def test_rule_1_a_second_bet_on_the_same_box_adds_to_the_first() -> None:
    story = betting(NATURAL_NINE, placed(1, "tie", 10, 990))
    story = story.when(PlaceBet("tie", 20), by=1).then(BetPlaced(1, "tie", 20, 30, 970))
    assert [bet.stake for bet in story.state.play.bets] == [30]


def test_rule_1_the_sum_of_the_bets_on_a_box_obeys_the_maximum() -> None:
    story = betting(NATURAL_NINE, placed(1, "tie", 30, 970), limits=StakeLimits(5, 50))
    story.when(PlaceBet("tie", 21), by=1).then_refused("stake-above-maximum", rule=1)
    story.when(PlaceBet("player", 50), by=1).accepted()
    story.when(PlaceBet("tie", 20), by=1).accepted()


def test_rule_1_an_addition_too_obeys_the_minimum() -> None:
    story = betting(NATURAL_NINE, placed(1, "tie", 30, 970), limits=StakeLimits(5, 50))
    story.when(PlaceBet("tie", 4), by=1).then_refused("stake-below-minimum", rule=1)


@pytest.mark.parametrize("stake", [4, 0, -1])
def test_rule_1_no_bet_is_below_the_minimum(stake: int) -> None:
    story = betting(NATURAL_NINE, limits=StakeLimits(5, 50))
    story.when(PlaceBet("tie", stake), by=1).then_refused("stake-below-minimum", rule=1)


def test_rule_1_no_bet_is_more_than_the_stack_holds() -> None:
    story = given(opened(NATURAL_NINE), seated(1, 30), started())
    story.when(PlaceBet("tie", 31), by=1).then_refused("insufficient-chips", rule=1)
    story.when(PlaceBet("tie", 30), by=1).then(BetPlaced(1, "tie", 30, 30, 0))


def test_rule_1_there_are_three_boxes() -> None:
    story = betting(NATURAL_NINE)
    story.when(PlaceBet("dragon", 10), by=1).then_refused("unknown-target", rule=1)
    story.when(WithdrawBet("dragon"), by=1).then_refused("unknown-target", rule=1)


def test_rule_1_until_the_deal_a_bet_may_be_withdrawn_whole() -> None:
    story = betting(NATURAL_NINE, placed(1, "tie", 10, 990), placed(1, "tie", 5, 985, total=15))
    story = story.when(WithdrawBet("tie"), by=1).then(BetWithdrawn(1, "tie", 15, 1000))
    story.when(WithdrawBet("tie"), by=1).then_refused("unknown-target", rule=1)


def test_rule_1_nobody_withdraws_the_bet_of_another() -> None:
    story = given(opened(NATURAL_NINE), seated(1), seated(2), started(), placed(1, "tie", 10, 990))
    story.when(WithdrawBet("tie"), by=2).then_refused("unknown-target", rule=1)


def test_rule_1_a_coup_without_bets_may_be_dealt() -> None:
    outcome = betting(NATURAL_NINE).when(Deal())
    assert outcome.events[-1] == RoundEnded(1, house=0)


def test_rule_1_the_house_banks_and_does_not_bet() -> None:
    story = betting(NATURAL_NINE)
    story.when(PlaceBet("tie", 10), "house").then_refused("banker-may-not-bet", rule=1)
    story.when(WithdrawBet("tie"), "house").then_refused("banker-may-not-bet", rule=1)


def test_rule_1_only_the_house_opens_the_bets_and_deals() -> None:
    given(opened(NATURAL_NINE), seated()).when(StartRound(), by=1).then_refused("not-the-banker", rule=1)
    betting(NATURAL_NINE).when(Deal(), by=1).then_refused("not-the-banker", rule=1)


def test_rule_1_between_rounds_nothing_is_bet_or_dealt() -> None:
    story = given(opened(NATURAL_NINE), seated())
    story.when(PlaceBet("tie", 10), by=1).then_refused("wrong-phase", rule=1)
    story.when(WithdrawBet("tie"), by=1).then_refused("wrong-phase", rule=1)
    story.when(Deal()).then_refused("wrong-phase", rule=1)


def test_rule_1_the_bets_are_not_opened_twice() -> None:
    betting(NATURAL_NINE).when(StartRound()).then_refused("wrong-phase", rule=1)


def test_rule_1_who_has_no_seat_does_nothing() -> None:
    for command in (StartRound(), PlaceBet("tie", 10), WithdrawBet("tie"), Deal()):
        betting(NATURAL_NINE).when(command, "stranger").then_refused("not-seated")


def test_a_test_table_starts_no_round_when_its_named_decks_are_used_up() -> None:
    rules = BaccaratRules(decks=1, cut_card=52)
    story = given(opened(NATURAL_NINE, rules=rules), seated(), started(packs=1)).when(Deal()).accepted()
    story.when(StartRound()).then_refused("no-deck-left")


class TestPrecedence:
    """Where a command is wrong in several ways, the refusal named is always the same one."""

    def test_the_phase_comes_before_the_banker(self) -> None:
        betting(NATURAL_NINE).when(StartRound(), by=1).then_refused("wrong-phase")
        given(opened(NATURAL_NINE), seated()).when(Deal(), by=1).then_refused("wrong-phase")

    def test_the_phase_comes_before_the_house_that_bets(self) -> None:
        given(opened(NATURAL_NINE)).when(PlaceBet("dragon", 0), "house").then_refused("wrong-phase")

    def test_the_house_that_bets_comes_before_the_box(self) -> None:
        betting(NATURAL_NINE).when(PlaceBet("dragon", 0), "house").then_refused("banker-may-not-bet")

    def test_the_box_comes_before_the_limits(self) -> None:
        betting(NATURAL_NINE).when(PlaceBet("dragon", 0), by=1).then_refused("unknown-target")

    def test_the_limits_come_before_the_stack(self) -> None:
        story = given(opened(NATURAL_NINE, limits=StakeLimits(5, 50)), seated(1, 3), started())
        story.when(PlaceBet("tie", 4), by=1).then_refused("stake-below-minimum")
        story.when(PlaceBet("tie", 51), by=1).then_refused("stake-above-maximum")

    def test_the_seat_comes_before_everything(self) -> None:
        given(opened(NATURAL_NINE)).when(PlaceBet("dragon", 0), "stranger").then_refused("not-seated")
