"""What a simulation of fan-tan observes."""

from fractions import Fraction

from croupier.domain.games.fan_tan.commands import FanTanRules
from croupier.domain.games.fan_tan.events import BetPlaced, PackCut
from croupier.domain.games.fan_tan.statistics import statistics

ROUND = (BetPlaced(2, 1, "1", 10, 90), PackCut(1, 23, 3, 9))


def test_every_cut_is_observed_for_each_number_and_for_its_size() -> None:
    observed = {one.name: list(one.observed(ROUND)) for one in statistics(FanTanRules())}
    assert observed == {
        "1 wins": [0],
        "2 wins": [0],
        "3 wins": [1],
        "4 wins": [0],
        "cards cut off": [23],
    }


def test_they_are_compared_with_a_quarter_and_with_the_mean_of_18_to_49() -> None:
    *numbers, size = statistics(FanTanRules())
    assert [(one.exact, one.frequency) for one in numbers] == [(Fraction(1, 4), True)] * 4
    assert (size.exact, size.frequency) == (Fraction(67, 2), False)


def test_a_round_that_is_not_cut_yet_has_nothing_to_observe() -> None:
    assert [list(one.observed(ROUND[:1])) for one in statistics(FanTanRules())] == [[]] * 5
