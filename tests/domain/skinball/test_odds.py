"""Exact odds of Skinball, and what a simulation compares with them."""

from fractions import Fraction
from math import comb

from tests.support.moves import events_of
from tests.support.skinball import first_bet, next_bet, playing

from croupier.domain.games.skinball.commands import SkinballRules
from croupier.domain.games.skinball.odds import (
    banker_matched_first,
    bankers_match_takes_more_than,
    cards_to_bankers_match,
    cards_to_first_match,
    exact_odds,
    second_card_pairs,
)
from croupier.domain.games.skinball.statistics import Race, race, statistics


def test_the_second_card_pairs_the_first_once_in_seventeen() -> None:
    assert second_card_pairs() == Fraction(1, 17)


def test_the_bankers_card_is_matched_first_half_of_the_time() -> None:
    assert banker_matched_first() == Fraction(1, 2)


def test_the_first_match_takes_51_sevenths_of_a_card_and_the_bankers_51_quarters() -> None:
    assert cards_to_first_match() == Fraction(51, 7)
    assert cards_to_bankers_match() == Fraction(51, 4)


def test_the_bankers_match_takes_more_than_t_cards_as_often_as_its_mates_are_among_the_others() -> None:
    chances = bankers_match_takes_more_than()
    assert chances == {cards: Fraction(comb(50 - cards, 3), comb(50, 3)) for cards in range(48)}
    assert sum(chances.values()) == cards_to_bankers_match()


def test_the_odds_are_told_by_name() -> None:
    tables = {table.name: table.values for table in exact_odds(SkinballRules()).tables}
    assert tables["probabilities"]["banker's card is matched first"] == Fraction(1, 2)
    assert tables["expected_cards"]["banker's match"] == Fraction(51, 4)
    assert tables["more_than"]["10"] == Fraction(247, 490)


def test_a_race_is_counted_in_cards_off_the_box_dead_ones_too() -> None:
    bets = (*first_bet(), "4 deal", *next_bet(2), "4 deal")
    events = events_of(playing("QS 7D QD 8H 8C QC 9H 7C"), *bets, "4 deal", "1 refuse-card", "4 deal")
    assert race(events) == Race(banker=6, player=1)
    observed = {one.name: list(one.observed(events)) for one in statistics(SkinballRules())}
    assert observed == {
        "second card pairs the first": [0],
        "banker's card is matched first": [0],
        "cards to the first match": [1],
        "cards to the banker's match": [6],
        "banker's match takes more than 10": [0],
    }


def test_a_round_that_began_with_a_pair_or_had_no_game_holds_no_race() -> None:
    events = events_of(playing("QS QD 7C 8D 8H"), "4 deal", "3 accept-card", "4 deal")
    assert race(events) is None
    assert race([]) is None
    observed = [list(one.observed(events)) for one in statistics(SkinballRules())]
    assert observed == [[1], [], [], [], []]


def test_with_the_bankers_match_alone_he_was_first() -> None:
    events = events_of(playing("QS 7D 7C"), *first_bet(), "4 deal")
    assert race(events) == Race(banker=1, player=None)
    observed = {one.name: list(one.observed(events)) for one in statistics(SkinballRules())}
    assert observed["banker's card is matched first"] == [1]
    assert observed["cards to the first match"] == [1]
