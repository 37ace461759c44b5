"""Blackjack, rules 8 and 9: naturals."""

from tests.support.blackjack import THREE, TWO, bets, playing, settled
from tests.support.moves import after, events_of, stacks, when

from croupier.domain.games.blackjack.events.hands import BankerTurnedUp, HandSettled, HandShown

BANKER_HAS_ONE = "9C AH AS 9D TD KH"
"""Seat 2 gets nineteen, seat 3 a natural, the banker too."""


def test_rule_8_the_bankers_natural_takes_two_stakes_but_from_a_natural_one() -> None:
    events = events_of(playing(BANKER_HAS_ONE, "2 stake 5", "3 stake 7"), "1 no-double")
    shown = [event for event in events if isinstance(event, BankerTurnedUp | HandShown | HandSettled)]
    assert shown == [
        BankerTurnedUp(1, ("AS", "KH"), 21, 8),
        HandSettled(2, 1, "lost", 8, 5, -10, 90, 110),
        HandShown(3, 1, ("AH", "TD"), 21),
        HandSettled(3, 1, "lost", 8, 7, -7, 93, 117),
    ]


def test_rule_8_the_second_stake_comes_from_the_stack_as_far_as_it_goes() -> None:
    story = playing("9C AS 9D KH", stacks={1: 100, 2: 7})
    assert settled(story, *bets(5)) == [(2, "lost", 8, -7)]


def test_rule_8_the_bankers_natural_ends_the_round_and_he_banks_on() -> None:
    story = playing(BANKER_HAS_ONE, *bets(5, 7))
    assert not story.state.in_round
    assert story.state.banker == 1
    when(story, "2 hit").then_refused("wrong-phase")
    when(story, "3 take-bank").then_refused("wrong-phase", rule=18)


def test_rule_9_only_the_player_has_one_and_is_paid_twice_at_once() -> None:
    events = events_of(playing("9C AH 9S 9D TD KH", "2 stake 5", "3 stake 7"), "1 no-double")
    assert events[-2:] == [HandShown(3, 1, ("AH", "TD"), 21), HandSettled(3, 1, "won", 9, 7, 14, 114, 86)]


def test_rule_9_of_several_the_nearest_to_the_left_is_paid_first_and_the_rest_as_far_as_chips_go() -> None:
    cards = "AC AD AH 9S TC TD TH 9H"
    story = playing(cards, stacks={1: 15, 2: 100, 3: 100, 4: 100})
    assert settled(story, *bets(5, 5, 5)) == [
        (2, "won", 9, 10),
        (3, "paid-short", 9, 5),
        (4, "returned", 9, 0),
    ]


def test_rule_9_a_natural_of_doubled_stakes_is_paid_by_what_lies() -> None:
    story = playing("AC 9S TC 9H", "2 stake 5", "1 double", stacks=TWO)
    assert settled(story, "2 redouble") == [(2, "won", 9, 40)]


def test_rule_8_an_ace_and_a_ten_drawn_together_later_are_no_natural() -> None:
    story = playing("AC 9S 5C 9H 5D", *bets(5), "2 hit", "2 stand", stacks=TWO)
    assert settled(story, "1 stand") == [(2, "won", 12, 5)]


def test_rule_9_the_others_play_on() -> None:
    story = playing("AC 9C TC TD 9D 9H", *bets(5, 5), stacks=THREE)
    assert story.state.in_round
    assert stacks(after(story, "3 stand", "1 stand")) == {1: 95, 2: 110, 3: 95}
