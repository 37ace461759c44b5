"""Blackjack, rules 1, 8, 14 and 15: what cards are worth."""

import pytest

from croupier.domain.games.blackjack.values import (
    combination,
    is_bust,
    is_hard_21,
    is_natural,
    long_hand,
    total,
)


def cards(text: str) -> tuple[str, ...]:
    return tuple(text.split())


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("2C 3D", 5),
        ("9S TH", 19),
        ("JC QD", 20),
        ("KH", 10),
        ("AS", 11),
        ("AS AH", 12),
        ("AS AH 9C", 21),
        ("AS AH TC", 12),
        ("AS KD QC", 21),
        ("KS QD 2C", 22),
        ("AS 5D 6C TH", 22),
    ],
)
def test_rule_1_an_ace_is_eleven_where_that_does_not_break_the_hand(hand: str, worth: int) -> None:
    assert total(cards(hand)) == worth


def test_rule_8_a_natural_is_an_ace_with_a_ten_or_court_card() -> None:
    naturals = {rank for rank in "23456789TJQKA" if is_natural((f"{rank}C", "AD"))}
    assert naturals == set("TJQK")
    assert is_natural(cards("AS JH"))
    assert not is_natural(cards("AS 5D 5C"))


def test_rule_10_over_21_is_bust_and_a_hard_21_would_be_broken_by_any_card() -> None:
    assert is_bust(cards("KS QD 2C"))
    assert not is_bust(cards("AS KD QC"))
    assert is_hard_21(cards("AS KD QC"))
    assert not is_hard_21(cards("AS KD"))
    assert not is_hard_21(cards("AS 5D 5C"))


@pytest.mark.parametrize(
    ("hand", "times"),
    [
        ("7C 7D 7H", 3),
        ("8C 7D 6H", 2),
        ("6C 8D 7H", 2),
        ("7C 7D", None),
        ("8C 8D 5H", None),
        ("7C 7D 7H 7S", None),
        ("TC 9D 2H", None),
    ],
)
def test_rule_15_three_sevens_and_eight_seven_six_in_any_order(hand: str, times: int | None) -> None:
    assert combination(cards(hand)) == times


@pytest.mark.parametrize(
    ("hand", "times"),
    [
        ("2C 2D 2H 2S", None),
        ("2C 2D 2H 2S 3C", 2),
        ("2C 2D 2H 2S 3C TD", 4),
        ("AC AD 2C 2D 2H 2S 3C", 8),
        ("AC AD AH AS 2C 2D 2H 2S 3C 3D 3H", 128),
        ("2C 2D 2H 6S TC", None),
    ],
)
def test_rule_14_five_cards_pay_twice_and_each_further_one_doubles_that(hand: str, times: int | None) -> None:
    assert long_hand(cards(hand)) == times
