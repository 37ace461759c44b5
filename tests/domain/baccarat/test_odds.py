"""Exact probabilities and house edges of punto banco."""

from fractions import Fraction
from math import perm

import pytest

from croupier.domain.games.baccarat.commands import BOXES, BaccaratRules
from croupier.domain.games.baccarat.odds import odds


def test_with_one_pack_the_probabilities_are_the_published_ones() -> None:
    assert odds(BaccaratRules(decks=1)).probabilities == {
        "player": Fraction(51161519, 114516675),
        "banker": Fraction(10526926, 22903335),
        "tie": Fraction(10720526, 114516675),
    }


def test_with_eight_packs_the_probabilities_are_the_published_ones() -> None:
    assert odds(BaccaratRules(decks=8)).probabilities == {
        "player": Fraction(8712962041376, 19524993263685),
        "banker": Fraction(8954111587648, 19524993263685),
        "tie": Fraction(619306544887, 6508331087895),
    }


def test_with_eight_packs_the_house_edges_are_the_published_ones() -> None:
    edges = odds(BaccaratRules(decks=8)).edges
    assert {box: f"{float(edge):.12f}" for box, edge in edges.items()} == {
        "player": "0.012350813289",
        "banker": "0.010579057842",
        "tie": "0.143596287787",
    }


@pytest.mark.parametrize("packs", range(1, 17))
def test_the_probabilities_sum_to_one_and_divide_the_ways_of_dealing_six_cards(packs: int) -> None:
    chances = odds(BaccaratRules(decks=packs)).probabilities
    assert tuple(chances) == BOXES
    assert sum(chances.values()) == 1
    assert all(perm(52 * packs, 6) % chance.denominator == 0 for chance in chances.values())


def test_commission_and_price_of_the_tie_move_their_own_edges_only() -> None:
    usual = odds(BaccaratRules()).edges
    other = odds(BaccaratRules(commission_percent=4, tie_pays=9)).edges
    chances = odds(BaccaratRules()).probabilities
    assert other["player"] == usual["player"]
    assert other["banker"] == usual["banker"] - chances["banker"] / 100
    assert other["tie"] == usual["tie"] - chances["tie"]
