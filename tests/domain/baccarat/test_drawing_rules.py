"""Punto banco, rules 2 to 8: the coup."""

from typing import Final

import pytest
from tests.support.baccarat import coup

from croupier.domain.games.baccarat.drawing import total, value
from croupier.domain.games.baccarat.events import CardDealt, CoupDecided

CARD_WORTH: Final = ("KS", "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S")


def hands(cards: str) -> tuple[list[str], list[str]]:
    """The cards of player and of banker after the coup."""
    dealt = [event for event in coup(cards) if isinstance(event, CardDealt)]
    return (
        [event.card for event in dealt if event.to == "player"],
        [event.card for event in dealt if event.to == "banker"],
    )


def decided(cards: str) -> CoupDecided:
    *_, last = coup(cards)
    assert isinstance(last, CoupDecided)
    return last


@pytest.mark.parametrize(
    ("cards", "worth"),
    [("TC JD QH KS", 0), ("AC AD AH AS", 1), *((f"{n}C {n}D {n}H {n}S", n) for n in range(2, 10))],
)
def test_rule_2_tens_and_courts_count_nothing_the_ace_one_others_their_number(cards: str, worth: int) -> None:
    assert {value(card) for card in cards.split()} == {worth}


def test_rule_2_a_hand_counts_its_sum_modulo_ten() -> None:
    assert [total((9, 9)), total((5, 5)), total((1, 0)), total((9, 9, 9))] == [8, 0, 1, 7]


def test_rule_3_two_cards_each_go_to_player_banker_player_banker() -> None:
    assert coup("9S KD TC 7H") == (
        CardDealt("player", "9S", 0, 3),
        CardDealt("banker", "KD", 1, 3),
        CardDealt("player", "TC", 2, 3),
        CardDealt("banker", "7H", 3, 3),
        CoupDecided(9, 7, "player", 4),
    )


def test_rule_3_nobody_gets_more_than_three() -> None:
    assert hands("KC KD KH KS AC AD AH AS") == (["KC", "KH", "AC"], ["KD", "KS", "AD"])


@pytest.mark.parametrize("cards", ["8C 2D TH 3S", "4H 2D 5S 2H", "2C 9D 3H KS", "KC 3D KD 5D", "8C 9D KC KD"])
def test_rule_4_on_a_natural_of_either_side_both_stand(cards: str) -> None:
    assert hands(f"{cards} AC AD") == (cards.split()[0::2], cards.split()[1::2])
    assert decided(cards).rule == 4


def test_rule_4_of_two_naturals_the_higher_wins() -> None:
    assert decided("8C 9D KC KD") == CoupDecided(8, 9, "banker", 4)


@pytest.mark.parametrize("two_cards", range(8))
def test_rule_5_player_draws_on_0_to_5_and_stands_on_6_and_7(two_cards: int) -> None:
    player, _ = hands(f"{CARD_WORTH[two_cards]} 7D KH KD 2C")
    assert len(player) == (3 if two_cards <= 5 else 2)


@pytest.mark.parametrize("two_cards", range(8))
def test_rule_6_after_player_stood_banker_draws_on_0_to_5_and_stands_on_6_and_7(two_cards: int) -> None:
    events = coup(f"6C {CARD_WORTH[two_cards]} KH KD 2C")
    assert events[4:-1] == ((CardDealt("banker", "2C", 4, 6),) if two_cards <= 5 else ())


@pytest.mark.parametrize(
    ("two_cards", "draws_against"),
    [
        (0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (1, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (2, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}),
        (3, {0, 1, 2, 3, 4, 5, 6, 7, 9}),
        (4, {2, 3, 4, 5, 6, 7}),
        (5, {4, 5, 6, 7}),
        (6, {6, 7}),
        (7, set()),
    ],
)
def test_rule_7_after_player_drew_banker_draws_by_both_their_cards(
    two_cards: int, draws_against: set[int]
) -> None:
    for third in range(10):
        events = coup(f"KC {CARD_WORTH[two_cards]} KH KD {CARD_WORTH[third]} 2C")
        assert events[4] == CardDealt("player", CARD_WORTH[third], 4, 5)
        assert events[5:-1] == ((CardDealt("banker", "2C", 5, 7),) if third in draws_against else ())


@pytest.mark.parametrize(
    ("cards", "result"),
    [
        ("7C KD KH 6D", CoupDecided(7, 6, "player", 8)),
        ("6C KD KH 7D", CoupDecided(6, 7, "banker", 8)),
        ("6C KD KH 6D", CoupDecided(6, 6, "tie", 8)),
        ("KC KD KH QD 9C 8D", CoupDecided(9, 8, "player", 8)),
    ],
)
def test_rule_8_the_higher_value_wins_and_equals_tie(cards: str, result: CoupDecided) -> None:
    assert decided(cards) == result
