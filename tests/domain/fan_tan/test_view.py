"""What is seen of a fan-tan table, and what is offered at it."""

from typing import Any

from tests.support.fan_tan import banking, betting, given, opened, placed, seated, shuffling
from tests.support.story import Story

from croupier.domain.amounts import MOST
from croupier.domain.catalogue import GAMES
from croupier.domain.games.fan_tan.bets import MOST_BETS
from croupier.domain.games.fan_tan.commands import AddToBank, Cut
from croupier.domain.games.fan_tan.layout import SPOTS
from croupier.domain.games.fan_tan.state import Bet, CutPart
from croupier.domain.games.fan_tan.view import FanTanView
from croupier.domain.games.game import Standing
from croupier.domain.options import OneOf, Option, Range
from croupier.domain.table.state import StakeLimits

GAME = GAMES["fan-tan"]


def seen(story: Story, viewer: Any = None) -> Any:
    return GAME.view(story.state, viewer)


def offered(story: Story, by: Any) -> tuple[Option, ...]:
    return GAME.options(story.state, by)


def test_before_the_first_banker_is_drawn_it_is_told_who_will_bank() -> None:
    story = given(opened(draw="KC AD"), seated(1), seated(2))
    assert seen(story) == FanTanView("bank", 1, 4, (), None)
    assert GAME.standing(story.state) == Standing(0, 0, 2)


def test_who_does_not_know_the_seed_does_not_know_who_will_bank() -> None:
    story = given(shuffling()[:-1], seated(1), seated(2))
    assert seen(story) == FanTanView("bank", None, 4, (), None)
    assert GAME.standing(story.state) == Standing(0, 0, None)


def test_the_seat_that_a_test_table_names_banks_before_its_first_command() -> None:
    story = given(opened(20, banker=2), seated(1), seated(2), seated(4))
    assert GAME.standing(story.state) == Standing(0, 0, 2)
    assert seen(story).shuffler == 4


def test_rule_7_the_shuffler_is_the_seat_on_the_bankers_left() -> None:
    story = given(opened(20), seated(1), seated(2), seated(3), banking(3, 50, 50))
    assert seen(story) == FanTanView("start", 1, 4, (), None)


def test_bets_and_bank_are_seen_by_everybody_alike() -> None:
    story = betting(37, placed(2, 1, "3", 10, 90), placed(3, 2, "1-2", 20, 80))
    bets = (Bet(1, 2, "3", 10), Bet(2, 3, "1-2", 20))
    for viewer in (None, "house", 1, 2):
        assert seen(story, viewer) == FanTanView("betting", 2, 4, bets, None)
    assert GAME.standing(story.state) == Standing(bank=200, in_play=30, banker=1)


def test_the_last_cut_is_seen_with_the_rounds_that_are_left_of_the_term() -> None:
    story = betting(37, placed(2, 1, "3", 10, 90)).when(Cut(), by=1).accepted()
    assert seen(story) == FanTanView("start", 2, 3, (), CutPart(37, 1))


def test_only_who_will_bank_by_the_draw_is_offered_to_set_the_bank() -> None:
    story = given(opened(draw="2C AD"), seated(1), seated(2, 70))
    assert offered(story, 1) == ()
    assert offered(story, 2) == (Option("set-bank", {"amount": Range(5, 70)}),)
    assert offered(story, "house") == ()


def test_a_stack_below_the_minimum_is_offered_whole_and_none_at_all_not() -> None:
    poor = given(opened(banker=1), seated(1, 3), seated(2))
    assert offered(poor, 1) == (Option("set-bank", {"amount": Range(3, 3)}),)
    assert offered(given(opened(banker=1), seated(1, 0), seated(2)), 1) == ()


def test_no_more_is_offered_than_one_command_may_move() -> None:
    rich = given(opened(banker=1), seated(1, 3 * MOST), seated(2))
    assert offered(rich, 1) == (Option("set-bank", {"amount": Range(5, MOST)}),)


def test_with_his_bank_set_the_banker_starts_and_before_a_later_round_adds() -> None:
    story = given(opened(20, banker=1), seated(1), seated(2), banking(1, 50, 50))
    assert offered(story, 1) == (Option("start-round"),)
    later = betting(20).when(Cut(), by=1).accepted()
    assert offered(later, 1) == (Option("start-round"), Option("add-to-bank", {"amount": Range(1, 50)}))
    assert offered(later.when(AddToBank(50), by=1).accepted(), 1) == (Option("start-round"),)


def test_no_start_is_offered_to_one_alone_or_without_a_deck() -> None:
    assert offered(given(opened(20, banker=1), seated(1), banking(1, 50, 50)), 1) == ()
    assert offered(given(opened(banker=1), seated(1), seated(2), banking(1, 50, 50)), 1) == ()


def test_in_a_round_the_banker_is_offered_the_cut_and_the_others_bets() -> None:
    story = betting(20, placed(2, 1, "3", 10, 30), placed(2, 2, "3", 10, 20), stacks={2: 40, 3: 4})
    assert offered(story, 1) == (Option("cut"),)
    assert offered(story, 2) == (
        Option("place-bet", {"on": OneOf(tuple(SPOTS)), "stake": Range(5, 20)}),
        Option("withdraw-bet", {"bet": OneOf((1, 2))}),
    )
    assert offered(story, 3) == ()
    assert offered(story, "house") == ()


def test_a_bet_is_offered_up_to_the_maximum() -> None:
    story = betting(20, limits=StakeLimits(1, 60))
    (bet,) = offered(story, 2)
    assert bet.fields["stake"] == Range(1, 60)


def test_who_has_all_the_bets_he_may_have_is_offered_to_withdraw_only() -> None:
    bets = [placed(2, number, "1", 5, 2000 - 5 * number) for number in range(1, MOST_BETS + 1)]
    (option,) = offered(betting(20, *bets, stacks={2: 2000}), 2)
    assert option.command == "withdraw-bet"
