"""Exact odds of Slippery Sam by the upcard's rank, and what a simulation compares with them."""

from fractions import Fraction
from itertools import combinations

import pytest

from croupier.domain.cards import PACK, RANKS
from croupier.domain.catalogue import GAMES
from croupier.domain.games.slippery_sam.commands import SlipperySamRules
from croupier.domain.games.slippery_sam.events import BetSettled
from croupier.domain.games.slippery_sam.hands import winning_card
from croupier.domain.games.slippery_sam.odds import chance, edge, exact_odds

PUBLISHED = {
    "2": Fraction(11686, 20825),
    "3": Fraction(2189, 4165),
    "4": Fraction(2033, 4165),
    "5": Fraction(267, 595),
    "6": Fraction(1212, 2975),
    "7": Fraction(1083, 2975),
    "8": Fraction(1327, 4165),
    "9": Fraction(1129, 4165),
    "T": Fraction(922, 4165),
    "J": Fraction(3529, 20825),
    "Q": Fraction(49, 425),
    "K": Fraction(1, 17),
    "A": Fraction(0),
}


def test_the_probabilities_are_the_published_ones() -> None:
    probabilities, _ = exact_odds(SlipperySamRules()).tables
    assert probabilities.values == PUBLISHED


@pytest.mark.parametrize("upcard", ["2C", "7H", "KS", "AD"])
def test_they_are_what_settling_every_hand_against_the_upcard_comes_to(upcard: str) -> None:
    hands = list(combinations([card for card in PACK if card != upcard], 3))
    won = sum(winning_card(hand, upcard) is not None for hand in hands)
    assert Fraction(won, len(hands)) == chance(upcard[0])


def test_the_bank_keeps_what_is_lost_less_what_is_won() -> None:
    _, edges = exact_odds(SlipperySamRules()).tables
    assert [*edges.values] == [*RANKS]
    assert edges.values["A"] == 1
    assert edge("2") == Fraction(20825 - 2 * 11686, 20825)
    assert [rank for rank in RANKS if edge(rank) < 0] == ["2", "3"]


def settled(seat: int, upcard: str, won: bool) -> BetSettled:
    if won:
        return BetSettled(seat, upcard, ("AS",), "won", 9, 10, 10, 110, 40)
    return BetSettled(seat, upcard, ("2C", "3C", "4C"), "lost", 10, 10, -10, 90, 60)


def test_a_simulation_counts_the_first_bet_of_a_round_by_its_upcard() -> None:
    statistics = {one.name: one for one in GAMES["slippery-sam"].statistics(SlipperySamRules())}
    events = (settled(2, "9S", won=True), settled(3, "9S", won=False), settled(4, "2S", won=True))
    assert [*statistics["a hand beats 9"].observed(events)] == [1]
    assert [*statistics["a hand beats 2"].observed(events)] == []
    assert [*statistics["a hand beats 9"].observed(events[1:])] == [0]
    assert [*statistics["a hand beats 9"].observed(())] == []
    assert {one.exact for one in statistics.values()} == set(PUBLISHED.values())
