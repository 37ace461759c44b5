"""Exact probabilities of the numbers, and what a bet on each spot leaves to the bank (rules 8-10)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from croupier.domain.decks.cut import CUTS
from croupier.domain.games.fan_tan.commands import FanTanRules
from croupier.domain.games.fan_tan.layout import NUMBERS, SPOTS, Spot, price, winning_number, wins
from croupier.domain.odds import ExactOdds, OddsTable

_NOTE: Final = "Edges leave out that a bank which runs out pays less than the price of a winning bet."


def chances(cuts: Sequence[int] = CUTS) -> dict[int, Fraction]:
    """How likely each number wins when each of the `cuts` is equally likely, as those of the table are."""
    numbers = [winning_number(cut) for cut in cuts]
    return {number: Fraction(numbers.count(number), len(cuts)) for number in NUMBERS}


def edge(on: Spot, cuts: Sequence[int] = CUTS) -> Fraction:
    """The part of a stake on the spot that the bank keeps on average: what is lost less what is won."""
    won = sum((chance for number, chance in chances(cuts).items() if wins(on, number)), Fraction())
    return (1 - won) - won * price(on)


def exact_odds(rules: FanTanRules) -> ExactOdds:
    """The odds of a round, which are the same under all rules of a table."""
    numbers = {str(number): chance for number, chance in chances().items()}
    return ExactOdds(
        (
            OddsTable("probabilities", "probability of a number", numbers),
            OddsTable("house_edges", "the bank's edge on a bet", {on: edge(on) for on in SPOTS}),
        ),
        _NOTE,
    )
