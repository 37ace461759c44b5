"""Blackjack, rules 14 to 16: premiums."""

import pytest
from tests.support.blackjack import DECLARED, TWO, bets, commands, playing, settled
from tests.support.moves import after, events_of, when

from croupier.domain.games.blackjack.events.cards import CardDealt
from croupier.domain.games.blackjack.events.hands import HandSettled, HandShown

FIVE = "2C TS 3C QH 4C 5C 2H"
SIX = "2C TS 3C QH 4C 5C 2H 4D"
"""Sixteen in five cards, twenty in six."""


@pytest.mark.parametrize(("cards", "draws", "times"), [(FIVE, 3, 2), (SIX, 4, 4), (SIX + " AD", 5, 8)])
def test_rule_14_long_hands_are_paid_when_the_player_stops(cards: str, draws: int, times: int) -> None:
    story = playing(cards, *bets(5), *("2 hit",) * (draws - 1), stacks=TWO)
    moves = ("2 hit", "2 stand") if draws < 5 else ("2 hit",)
    assert settled(story, *moves) == [(2, "won", 14, 5 * times)]


def test_rule_14_he_may_go_on_at_the_risk_of_breaking() -> None:
    story = playing(FIVE + " KD", *bets(5), *("2 hit",) * 3, stacks=TWO)
    assert commands(story, 2) == ["hit", "stand"]
    assert settled(story, "2 hit") == [(2, "lost", 10, -5)]


def test_rule_14_a_hard_21_stops_him_and_is_paid() -> None:
    story = playing("2C TS 3C QH 4C 5C 7H", *bets(5), "2 hit", "2 hit", stacks=TWO)
    assert when(story, "2 hit").of(CardDealt, HandShown, HandSettled) == (
        CardDealt(2, 1, "7H", 6, "up", 10),
        HandShown(2, 1, ("2C", "3C", "4C", "5C", "7H"), 21),
        HandSettled(2, 1, "won", 14, 5, 10, 110, 90),
    )


@pytest.mark.parametrize(
    ("cards", "times"), [("7C TS 7D 9H 7H", 3), ("8C TS 7D 9H 6H", 2), ("6C TS 8D 9H 7H", 2)]
)
def test_rule_15_combinations_are_paid_the_moment_they_are_made(cards: str, times: int) -> None:
    story = playing(cards, *bets(5), stacks=TWO)
    events = events_of(story, "2 hit")
    assert isinstance(events[1], HandShown)
    assert settled(story, "2 hit") == [(2, "won", 15, 5 * times)]


def test_rule_16_a_premium_is_the_players_whatever_the_banker_gets_and_he_is_done() -> None:
    story = playing("7C 9C TS 7D 9D 9H 7H", *bets(5, 5), "2 hit")
    when(story, "2 hit").then_refused("not-your-turn")
    assert settled(story, "3 stand", "1 stand") == [(3, "lost", 12, -5)]


def test_rule_16_the_banker_pays_as_far_as_his_stack_goes_and_the_stake_comes_back() -> None:
    story = playing("7C TS 7D 9H 7H", *bets(5), stacks={1: 4, 2: 100})
    assert settled(story, "2 hit") == [(2, "paid-short", 15, 4)]
    assert after(story, "2 hit").state.seats[2].stack == 104


def test_rule_16_doubled_stakes_are_paid_by_what_lies() -> None:
    story = playing("7C TS 7D 9H 7H", "2 stake 5", "1 double", "2 redouble", stacks=TWO)
    assert settled(story, "2 hit") == [(2, "won", 15, 60)]


def test_rule_26_a_long_hand_over_21_gets_no_premium() -> None:
    story = playing("2C TS 3C QH 4C 5C KH", *bets(5), *("2 hit",) * 3, rules=DECLARED, stacks=TWO)
    assert settled(story, "2 stand", "1 stand") == [(2, "lost", 26, -10)]


def test_rule_14_a_long_hand_is_paid_where_busts_are_declared_too() -> None:
    story = playing(FIVE, *bets(5), *("2 hit",) * 3, rules=DECLARED, stacks=TWO)
    assert settled(story, "2 stand") == [(2, "won", 14, 10)]
