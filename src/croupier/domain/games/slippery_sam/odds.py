"""Exact probabilities that a hand nobody has seen beats an upcard, and what they leave to the bank.

The pack less the upcard is counted through the table's own comparison of cards.
"""

from fractions import Fraction
from math import comb
from typing import Final

from croupier.domain.cards import PACK, RANKS
from croupier.domain.games.slippery_sam.commands import SlipperySamRules
from croupier.domain.games.slippery_sam.hands import CARDS_EACH, beats
from croupier.domain.odds import ExactOdds, OddsTable

_NOTE: Final = "Odds are those before other hands and refused upcards are known, and without what those cost."


def chance(rank: str) -> Fraction:
    """How likely an unseen hand wins against an upcard of the rank (rule 9), whose suit does not matter."""
    upcard = rank + "S"
    rest = [card for card in PACK if card != upcard]
    beaten = sum(not beats(card, upcard) for card in rest)
    return 1 - Fraction(comb(beaten, CARDS_EACH), comb(len(rest), CARDS_EACH))


def edge(rank: str) -> Fraction:
    """The part of a stake against the upcard that the bank keeps on average (rules 9, 10)."""
    return 1 - 2 * chance(rank)


def exact_odds(rules: SlipperySamRules) -> ExactOdds:
    """The odds of a bet by the upcard's rank, which are the same under all rules of a table."""
    return ExactOdds(
        (
            OddsTable("probabilities", "probability to beat an upcard", {one: chance(one) for one in RANKS}),
            OddsTable("house_edges", "the bank's edge on a bet", {one: edge(one) for one in RANKS}),
        ),
        _NOTE,
    )
