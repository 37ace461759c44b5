"""Exact odds of naturals, and what a simulation compares with them."""

from fractions import Fraction
from typing import Any

from tests.support.blackjack import TWO, bets, given, opened
from tests.support.moves import events_of

from croupier.domain.catalogue import GAMES
from croupier.domain.games.blackjack.commands import BlackjackRules
from croupier.domain.games.blackjack.odds import exact_odds, natural_odds, naturals_edge

GAME = GAMES["blackjack"]


def test_the_probabilities_are_the_published_ones() -> None:
    probabilities, _ = exact_odds(BlackjackRules()).tables
    assert probabilities.values == {
        "natural": Fraction(32, 663),
        "both of two hands": Fraction(96, 54145),
        "player only": Fraction(7552, 162435),
    }


def test_naturals_alone_leave_the_banker_what_he_collects_when_both_have_one() -> None:
    _, edges = exact_odds(BlackjackRules()).tables
    assert edges.values == {"naturals": naturals_edge()}
    assert naturals_edge() == natural_odds().both


def observed(cards: str) -> dict[str, list[int]]:
    """What the statistics observe in a round dealt from those cards, by their names."""
    events: list[Any] = events_of(given(opened(cards, stacks=TWO)), "1 start-round", *bets(5))
    return {one.name: [*one.observed(events)] for one in GAME.statistics(BlackjackRules())}


def test_a_simulation_counts_naturals_of_banker_and_first_player() -> None:
    names = ("natural of the banker", "natural of a player", "natural of both", "natural of the player only")
    for cards, counts in (
        ("9C TD 9D 8H", (0, 0, 0, 0)),
        ("AC TD KC 8H", (0, 1, 0, 1)),
        ("9C AD 9D KH", (1, 0, 0, 0)),
        ("AC AD KC KH", (1, 1, 1, 0)),
    ):
        assert observed(cards) == {name: [count] for name, count in zip(names, counts, strict=True)}


def test_a_round_whose_cards_are_not_all_dealt_is_not_counted() -> None:
    (first, *_) = GAME.statistics(BlackjackRules())
    assert [*first.observed(events_of(given(opened("9C TD")), "1 start-round"))] == []


def test_by_hand_nothing_is_compared() -> None:
    assert GAME.statistics(BlackjackRules(dealing="manual")) == ()
