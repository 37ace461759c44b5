"""Fan-tan, rules 9 to 11: the number that wins, and the settlement."""

import pytest
from tests.support.fan_tan import banking, betting, given, opened, placed, seated, started

from croupier.domain.games.fan_tan.commands import Cut
from croupier.domain.games.fan_tan.events import BetPlaced, BetSettled, PackCut
from croupier.domain.games.fan_tan.layout import SPOTS, Spot, winning_number


def settled(cut: int, *bets: BetPlaced, bank: int = 200) -> tuple[BetSettled, ...]:
    """How the bets are settled after a cut of that size, seat 1 banking; in the order of settlement."""
    return betting(cut, *bets, bank=bank, stacks={2: 100, 3: 100, 4: 100}).when(Cut(), by=1).of(BetSettled)


@pytest.mark.parametrize(
    ("cut", "number"), [(18, 2), (19, 3), (20, 4), (21, 1), (36, 4), (47, 3), (48, 4), (49, 1)]
)
def test_rule_9_the_remainder_of_the_fours_wins_and_4_when_there_is_none(cut: int, number: int) -> None:
    (event,) = betting(cut).when(Cut(), by=1).of(PackCut)
    assert event == PackCut(1, cut, number, 9)


@pytest.mark.parametrize("cut", [21, 22, 23, 24])
@pytest.mark.parametrize("on", SPOTS)
def test_rules_5_and_10_a_corner_pays_3_to_1_and_a_side_1_to_1_with_either_number(cut: int, on: Spot) -> None:
    (event,) = settled(cut, placed(2, 1, on, 10, 90))
    if str(winning_number(cut)) in on.split("-"):
        profit = 10 if "-" in on else 30
        assert event == BetSettled(2, 1, on, "won", 10, 10, profit, 200 - profit, 100 + profit)
    else:
        assert event == BetSettled(2, 1, on, "lost", 10, 10, -10, 210, 90)


def test_rule_10_losing_bets_are_collected_before_any_winner_is_paid() -> None:
    bets = (placed(2, 1, "4", 15, 85), placed(3, 2, "1-2", 35, 65))
    assert settled(48, *bets, bank=10) == (
        BetSettled(3, 2, "1-2", "lost", 10, 35, -35, 45, 65),
        BetSettled(2, 1, "4", "won", 10, 15, 45, 0, 145),
    )


def test_rule_10_the_order_is_from_the_bankers_left_and_within_a_player_that_of_placing() -> None:
    bets = (
        placed(4, 1, "4", 5, 95),
        placed(2, 2, "4", 5, 95),
        placed(3, 3, "1", 5, 95),
        placed(2, 4, "2", 5, 90),
        placed(4, 5, "1-2", 5, 90),
        placed(2, 6, "3-4", 5, 85),
        placed(3, 7, "4-1", 5, 90),
    )
    assert [(event.outcome, event.seat, event.bet) for event in settled(20, *bets)] == [
        ("lost", 2, 4),
        ("lost", 3, 3),
        ("lost", 4, 5),
        ("won", 2, 2),
        ("won", 2, 6),
        ("won", 3, 7),
        ("won", 4, 1),
    ]


def test_rule_10_from_the_left_of_a_banker_in_the_middle_it_goes_on_round_the_table() -> None:
    story = given(
        opened(21, banker=3),
        *(seated(1), seated(3), seated(6), banking(3, 50, 50), started()),
        *(placed(1, 1, "1", 10, 90), placed(6, 2, "1", 10, 90)),
    )
    assert story.when(Cut(), by=3).of(BetSettled) == (
        BetSettled(6, 2, "1", "won", 10, 10, 30, 20, 130),
        BetSettled(1, 1, "1", "paid-short", 11, 10, 20, 0, 120),
    )


def test_rule_11_the_bet_the_bank_runs_out_on_is_paid_what_is_left_and_later_ones_are_returned() -> None:
    bets = (placed(4, 1, "1", 10, 90), placed(3, 2, "1", 10, 90), placed(2, 3, "1", 10, 90))
    assert settled(21, *bets, bank=50) == (
        BetSettled(2, 3, "1", "won", 10, 10, 30, 20, 130),
        BetSettled(3, 2, "1", "paid-short", 11, 10, 20, 0, 120),
        BetSettled(4, 1, "1", "returned", 11, 10, 0, 0, 100),
    )


def test_rule_11_a_bank_that_just_suffices_has_paid_in_full() -> None:
    bets = (placed(2, 1, "1", 10, 90), placed(3, 2, "1", 10, 90))
    assert settled(21, *bets, bank=30) == (
        BetSettled(2, 1, "1", "won", 10, 10, 30, 0, 130),
        BetSettled(3, 2, "1", "returned", 11, 10, 0, 0, 100),
    )


def test_rule_11_the_bank_may_run_out_between_two_bets_of_one_player() -> None:
    bets = (placed(2, 1, "1", 10, 90), placed(2, 2, "4-1", 10, 80), placed(2, 3, "1", 5, 75))
    assert settled(21, *bets, bank=35) == (
        BetSettled(2, 1, "1", "won", 10, 10, 30, 5, 115),
        BetSettled(2, 2, "4-1", "paid-short", 11, 10, 5, 0, 130),
        BetSettled(2, 3, "1", "returned", 11, 5, 0, 0, 135),
    )


def test_a_round_without_bets_is_cut_all_the_same() -> None:
    assert settled(21) == ()
