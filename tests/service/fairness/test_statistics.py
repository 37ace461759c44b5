"""The statistics are what they claim to be: in the mean exactly, and by the known chi-square quantiles."""

from collections.abc import Callable
from itertools import permutations
from statistics import fmean

import pytest

from croupier.service.fairness.statistics import (
    Statistic,
    of_cuts,
    of_neighbours,
    of_order,
    of_places,
    of_uniform,
    upper_tail,
)
from croupier.service.fairness.tally import Tally


@pytest.mark.parametrize(
    ("degrees", "quantile", "p"),
    [  # as printed in tables of the distribution
        (1, 3.841, 0.05),
        (1, 10.828, 0.001),
        (5, 1.145, 0.95),
        (10, 18.307, 0.05),
        (31, 52.191, 0.01),
        (100, 70.065, 0.99),
        (100, 124.342, 0.05),
        (1000, 1106.969, 0.01),
    ],
)
def test_the_probability_is_that_of_the_printed_tables(degrees: int, quantile: float, p: float) -> None:
    assert upper_tail(quantile, degrees) == pytest.approx(p, rel=2e-3)


def test_with_two_degrees_it_is_the_exponential_function() -> None:
    assert upper_tail(10.0, 2) == pytest.approx(0.006737946999085467, rel=1e-12)
    assert upper_tail(0.0, 2) == 1


def deck_of(cards: int, order: tuple[int, ...]) -> Tally:
    tally = Tally(cards)
    tally.decks = 1
    tally.add_order(order)
    return tally


@pytest.mark.parametrize("statistic", [of_places, of_neighbours, of_order])
@pytest.mark.parametrize("cards", [4, 5, 6])
def test_over_all_orders_of_a_deck_each_is_as_large_in_the_mean_as_its_degrees(
    cards: int, statistic: Callable[[Tally], Statistic]
) -> None:
    found = [statistic(deck_of(cards, order)) for order in permutations(range(cards))]
    assert fmean(one.statistic for one in found) == pytest.approx(found[0].degrees)


def test_the_cards_are_counted_where_they_lie_and_behind_whom_round_the_deck() -> None:
    tally = Tally(4)
    tally.add_order((2, 0, 3, 1))
    assert [at for at, times in enumerate(tally.places) if times] == [
        0 * 4 + 1,
        1 * 4 + 3,
        2 * 4 + 0,
        3 * 4 + 2,
    ]
    assert [at for at, times in enumerate(tally.behind) if times] == [
        0 * 4 + 3,
        1 * 4 + 2,
        2 * 4 + 0,
        3 * 4 + 1,
    ]


def test_even_counts_give_nothing_and_one_class_alone_all_that_is_possible() -> None:
    assert of_uniform(4, (25, 25, 25, 25)).statistic == 0
    assert of_uniform(4, (100, 0, 0, 0)).statistic == 300
    tally = Tally(4)
    tally.cuts[0] = 64
    assert of_cuts(tally).statistic == 64 * 31


def test_tallies_of_two_halves_make_that_of_the_whole() -> None:
    halves = deck_of(4, (0, 1, 2, 3)), deck_of(4, (3, 1, 0, 2))
    whole = Tally(4)
    for half in halves:
        whole.merge(half)
    assert whole.decks == 2
    assert whole.places[1 * 4 + 1] == 2
    assert sum(whole.places) == sum(whole.behind) == 8
