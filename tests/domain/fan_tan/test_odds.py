"""Exact odds of fan-tan."""

from fractions import Fraction

import pytest

from croupier.domain.games.fan_tan.commands import FanTanRules
from croupier.domain.games.fan_tan.layout import SPOTS, Spot
from croupier.domain.games.fan_tan.odds import chances, edge, exact_odds

QUARTER = Fraction(1, 4)
UP_TO_51 = range(18, 52)


def test_with_the_cuts_of_the_table_each_number_wins_with_probability_a_quarter() -> None:
    assert chances() == {1: QUARTER, 2: QUARTER, 3: QUARTER, 4: QUARTER}


def test_with_cuts_up_to_51_it_would_not_be_so() -> None:
    assert chances(UP_TO_51) == {
        1: Fraction(8, 34),
        2: Fraction(9, 34),
        3: Fraction(9, 34),
        4: Fraction(8, 34),
    }


@pytest.mark.parametrize("on", SPOTS)
def test_every_bet_is_fair(on: Spot) -> None:
    assert edge(on) == 0


@pytest.mark.parametrize(
    ("on", "kept"), [("1", Fraction(1, 17)), ("2", Fraction(-1, 17)), ("2-3", Fraction(-1, 17)), ("1-2", 0)]
)
def test_with_cuts_up_to_51_some_bets_would_be_better_than_others(on: Spot, kept: Fraction) -> None:
    assert edge(on, UP_TO_51) == kept


def test_the_catalogue_has_the_odds_of_every_number_and_spot_whatever_the_rules() -> None:
    probabilities, edges = exact_odds(FanTanRules(rounds_per_bank=1)).tables
    assert probabilities.values == dict.fromkeys("1234", QUARTER)
    assert edges.values == dict.fromkeys(SPOTS, 0)
