"""Fan-tan, rules 2, 5 and 6: the limits, the layout and the bets."""

import pytest
from tests.support.fan_tan import banking, betting, given, opened, placed, seated

from croupier.domain.games.fan_tan.bets import MOST_BETS
from croupier.domain.games.fan_tan.commands import Cut, PlaceBet, StartRound, WithdrawBet
from croupier.domain.games.fan_tan.events import BetPlaced, BetSettled, BetWithdrawn
from croupier.domain.games.fan_tan.layout import SPOTS, Spot
from croupier.domain.table.state import StakeLimits


@pytest.mark.parametrize("stake", [5, 50])
def test_rule_2_a_bet_of_just_the_minimum_or_the_maximum_is_good(stake: int) -> None:
    betting(20).when(PlaceBet("1", stake), by=2).then(BetPlaced(2, 1, "1", stake, 100 - stake))


@pytest.mark.parametrize("stake", [4, 0, -5])
def test_rule_2_no_bet_is_below_the_minimum(stake: int) -> None:
    betting(20).when(PlaceBet("1", stake), by=2).then_refused("stake-below-minimum", rule=6)


def test_rule_2_no_bet_is_above_the_maximum() -> None:
    betting(20).when(PlaceBet("1", 51), by=2).then_refused("stake-above-maximum", rule=6)


@pytest.mark.parametrize("on", SPOTS)
def test_rule_5_a_bet_is_on_a_corner_or_on_a_side(on: Spot) -> None:
    betting(20).when(PlaceBet(on, 10), by=3).then(BetPlaced(3, 1, on, 10, 90))


@pytest.mark.parametrize("on", ["5", "0", "1-3", "2-4", "2-1", "1-4", "", "1-2-3", "१"])
def test_rule_5_there_is_nothing_else_to_bet_on(on: str) -> None:
    betting(20).when(PlaceBet(on, 10), by=2).then_refused("unknown-target", rule=5)


def test_rule_6_bets_alike_and_the_same_as_anothers_each_lie_for_themselves() -> None:
    story = betting(20)
    for number, seat, left in ((1, 2, 50), (2, 2, 0), (3, 3, 50)):
        story = story.when(PlaceBet("2", 50), by=seat).then(BetPlaced(seat, number, "2", 50, left))
    assert [(bet.bet, bet.seat) for bet in story.state.play.bets] == [(1, 2), (2, 2), (3, 3)]


def test_rule_6_no_bet_is_more_than_the_stack_holds() -> None:
    story = betting(20, placed(2, 1, "1", 30, 10), stacks={2: 40})
    story.when(PlaceBet("1", 11), by=2).then_refused("insufficient-chips", rule=6)
    story.when(PlaceBet("1", 10), by=2).then(BetPlaced(2, 2, "1", 10, 0))


def test_rule_6_the_banker_makes_no_bets() -> None:
    betting(20).when(PlaceBet("1", 10), by=1).then_refused("banker-may-not-bet", rule=6)
    betting(20).when(WithdrawBet(1), by=1).then_refused("banker-may-not-bet", rule=6)


def test_rule_6_until_the_cut_a_bet_is_withdrawn_by_its_number() -> None:
    story = betting(20, placed(2, 1, "1", 10, 90), placed(3, 2, "1", 10, 90), placed(2, 3, "1", 20, 70))
    story = story.when(WithdrawBet(1), by=2).then(BetWithdrawn(2, 1, "1", 10, 80))
    story = story.when(WithdrawBet(1), by=2).then_refused("unknown-target", rule=6)
    settled = story.when(Cut(), by=1).of(BetSettled)
    assert [(event.seat, event.bet) for event in settled] == [(2, 3), (3, 2)]


def test_rule_6_the_number_of_a_withdrawn_bet_is_not_given_again() -> None:
    story = betting(20, placed(2, 1, "1", 10, 90)).when(WithdrawBet(1), by=2).accepted()
    story.when(PlaceBet("4", 10), by=3).then(BetPlaced(3, 2, "4", 10, 90))


@pytest.mark.parametrize("number", [2, 9, 0, -1])
def test_rule_6_nobody_withdraws_the_bet_of_another_or_one_that_is_not_there(number: int) -> None:
    story = betting(20, placed(2, 1, "1", 10, 90), placed(3, 2, "1", 10, 90))
    story.when(WithdrawBet(number), by=2).then_refused("unknown-target", rule=6)


def test_rule_6_each_round_numbers_its_bets_from_1() -> None:
    story = betting(20, placed(2, 1, "1", 10, 90), placed(3, 2, "1", 10, 90))
    story = story.when(Cut(), by=1).accepted().when(StartRound(), by=1).accepted()
    story.when(PlaceBet("4", 10), by=3).then(BetPlaced(3, 1, "4", 10, 80))


def test_rule_6_bets_are_open_between_the_start_of_a_round_and_its_cut_only() -> None:
    before = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
    before.when(PlaceBet("1", 10), by=2).then_refused("wrong-phase", rule=6)
    before.when(WithdrawBet(1), by=2).then_refused("wrong-phase", rule=6)
    after = betting(20).when(Cut(), by=1).accepted()
    after.when(PlaceBet("1", 10), by=2).then_refused("wrong-phase", rule=6)


def test_rule_6_the_house_and_strangers_do_not_bet() -> None:
    for command in (PlaceBet("1", 10), WithdrawBet(1)):
        betting(20).when(command, "house").then_refused("not-seated")
        betting(20).when(command, "stranger").then_refused("not-seated")


def test_a_player_has_no_more_bets_than_are_settled_in_one_record() -> None:
    bets = [placed(2, number, "1", 5, 2000 - 5 * number) for number in range(1, MOST_BETS + 1)]
    story = betting(20, *bets, stacks={2: 2000})
    story.when(PlaceBet("1", 5), by=2).then_refused("too-many-bets", rule=6)
    story = story.when(WithdrawBet(7), by=2).accepted()
    story.when(PlaceBet("1", 5), by=2).then(BetPlaced(2, MOST_BETS + 1, "1", 5, 600))


def test_a_player_who_bets_much_leaves_each_other_eight_bets() -> None:
    most = MOST_BETS - 2 * 8
    bets = [placed(2, number, "1", 5, 2000 - 5 * number) for number in range(1, most + 1)]
    story = betting(20, *bets, stacks={2: 2000, 3: 100, 4: 100})
    for seat in (3, 4):
        for _ in range(8):
            story.when(PlaceBet("1", 5), by=2).then_refused("too-many-bets", rule=6)
            story = story.when(PlaceBet("1", 5), by=seat).accepted()
    for seat in (2, 3, 4):
        story.when(PlaceBet("1", 5), by=seat).then_refused("too-many-bets", rule=6)


class TestPrecedence:
    """Where a bet is wrong in several ways, the refusal named is always the same one."""

    def test_the_phase_comes_before_the_banker_who_bets(self) -> None:
        story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
        story.when(PlaceBet("5", 0), by=1).then_refused("wrong-phase")
        story.when(PlaceBet("5", 0), "house").then_refused("wrong-phase")

    def test_the_banker_who_bets_comes_before_the_spot(self) -> None:
        betting(20).when(PlaceBet("5", 0), by=1).then_refused("banker-may-not-bet")

    def test_the_spot_comes_before_the_limits(self) -> None:
        betting(20).when(PlaceBet("5", 0), by=2).then_refused("unknown-target")

    def test_the_limits_come_before_the_stack(self) -> None:
        story = betting(20, stacks={2: 3}, limits=StakeLimits(5, 50))
        story.when(PlaceBet("1", 4), by=2).then_refused("stake-below-minimum")
        story.when(PlaceBet("1", 51), by=2).then_refused("stake-above-maximum")
        story.when(PlaceBet("1", 50), by=2).then_refused("insufficient-chips")

    def test_the_seat_comes_before_everything(self) -> None:
        given(opened(20)).when(PlaceBet("5", 0), "stranger").then_refused("not-seated")
