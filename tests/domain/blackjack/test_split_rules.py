"""Blackjack, rule 13: splitting a pair."""

import pytest
from tests.support.blackjack import TWO, bets, by_hand, commands, dealt, playing, settled
from tests.support.moves import after, stacks, when

from croupier.domain.games.blackjack.events.cards import CardDealt, CardOffered
from croupier.domain.games.blackjack.events.hands import BankerTurnedUp, HandShown, HandStood
from croupier.domain.games.blackjack.events.stakes import HandSplit

EIGHTS = "8C TD 8D 7H 3S 4S"
"""Seat 2 gets two eights, the banker seventeen; a three and a four follow."""


def test_rule_13_a_pair_becomes_two_hands_with_a_second_card_each() -> None:
    story = playing(EIGHTS, *bets(5), stacks=TWO)
    assert commands(story, 2) == ["hit", "stand", "split"]
    when(story, "2 split").then(
        HandShown(2, 1, ("8C", "8D"), 16),
        HandSplit(2, 1, 2, 5, 90),
        CardDealt(2, 1, "3S", 4, "up", 13),
        CardDealt(2, 2, "4S", 5, "up", 13),
    )


def test_rule_13_the_first_hand_is_played_out_then_the_other() -> None:
    story = playing(EIGHTS + " TH 9H", *bets(5), "2 split", "2 hit", stacks=TWO)
    first, second = story.state.play.hands
    assert (first.stands, second.stands) == (True, False)  # a hard 21 stands by itself
    assert settled(story, "2 hit", "1 stand") == [(2, "won", 12, 5), (2, "won", 12, 5)]


def test_rule_13_a_bust_of_the_first_hand_leaves_the_second() -> None:
    story = playing("8C TD 8D 7H 9S 4S KC 9C", *bets(5), "2 split", stacks=TWO)
    assert settled(story, "2 hit") == [(2, "lost", 10, -5)]
    assert settled(story, "2 hit", "2 hit", "1 stand")[1:] == [(2, "won", 12, 5)]


@pytest.mark.parametrize("pair", ["TC KD", "8C 7D", "JC QD"])
def test_rule_13_equal_value_is_not_enough(pair: str) -> None:
    first, second = pair.split()
    story = playing(f"{first} 9H {second} 9S", *bets(5), stacks=TWO)
    when(story, "2 split").then_refused("may-not-split", rule=13)
    assert commands(story, 2) == ["hit", "stand"]


def test_rule_13_only_the_first_two_cards_are_split() -> None:
    story = playing("2C TD 2D 7H 3S", *bets(5), "2 hit", stacks=TWO)
    when(story, "2 split").then_refused("may-not-split", rule=13)


def test_rule_13_no_hand_is_split_again() -> None:
    story = playing("8C TD 8D 7H 8S 8H", *bets(5), "2 split", stacks=TWO)
    when(story, "2 split").then_refused("may-not-split", rule=13)
    when(after(story, "2 stand"), "2 split").then_refused("may-not-split", rule=13)


def test_rule_13_the_second_stake_must_be_covered() -> None:
    story = playing(EIGHTS, *bets(5), stacks={1: 100, 2: 9})
    when(story, "2 split").then_refused("insufficient-chips", rule=13)
    assert commands(story, 2) == ["hit", "stand"]


def test_rule_13_the_second_stake_equals_the_doubled_first_one() -> None:
    story = playing(EIGHTS, "2 stake 5", "1 double", "2 no-redouble", "2 split", stacks=TWO)
    assert [hand.stake for hand in story.state.play.hands] == [10, 10]
    assert stacks(story)[2] == 80


def test_rule_13_split_aces_get_one_card_each_and_stand() -> None:
    story = playing("AC TD AD 7H KS 5S", *bets(5), stacks=TWO)
    when(story, "2 split").then(
        HandShown(2, 1, ("AC", "AD"), 12),
        HandSplit(2, 1, 2, 5, 90),
        CardDealt(2, 1, "KS", 4, "up", 13),
        HandStood(2, 1, 13),
        CardDealt(2, 2, "5S", 5, "up", 13),
        HandStood(2, 2, 13),
        BankerTurnedUp(1, ("TD", "7H"), 17, 11),
    )


def test_rule_13_a_two_card_21_after_a_split_is_no_natural() -> None:
    story = playing("AC TD AD 7H KS 5S", *bets(5), "2 split", stacks=TWO)
    assert settled(story, "1 stand") == [(2, "lost", 12, -5), (2, "won", 12, 5)]
    assert after(story, "1 stand").state.banker == 1


def test_rule_13_premiums_count_after_a_split() -> None:
    story = playing("7C TD 7D 9H 7S 2S 7H", *bets(5), "2 split", stacks=TWO)
    assert settled(story, "2 hit") == [(2, "won", 15, 15)]


def test_rules_13_and_24_a_second_card_that_is_exposed_waits_for_the_players_choice() -> None:
    story = playing("8C TD 8D 7H KC 4S 5S", *bets(5), burned="KC", stacks=TWO)
    outcome = when(story, "2 split")
    assert outcome.events[-1] == CardOffered(2, 1, "KC", 4, "up", None)
    when(outcome.accepted(), "2 accept-card").then(
        CardDealt(2, 1, "KC", 4, "up", 24), CardDealt(2, 2, "4S", 5, "up", 13)
    )


def test_rules_13_and_22_each_of_two_hands_may_be_split_once() -> None:
    first = (*dealt(2, 2, face="down"), "2 play-both", *dealt(1, face="down"), *bets(5))
    second = dealt(2, 2, 1, face="up")
    cards = "8C 9C TD 8D 9D 7H 2S 3S 4S 5S"
    story = by_hand(cards, *first, *second, "2 split", stacks=TWO)
    assert [hand.number for hand in story.state.play.hands] == [1, 3, 2]
    story = after(story, "2 stand", "2 stand", "2 split")
    assert [hand.number for hand in story.state.play.hands] == [1, 3, 2, 4]
    assert stacks(story)[2] == 80
