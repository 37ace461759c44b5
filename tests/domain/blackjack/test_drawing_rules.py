"""Blackjack, rules 10 to 12, 17 and 26: drawing, the banker's hand, and the settlement."""

import pytest
from tests.support.blackjack import DECLARED, TWO, bets, commands, playing, settled
from tests.support.moves import after, events_of, stacks, when

from croupier.domain.games.blackjack.events.cards import CardDealt
from croupier.domain.games.blackjack.events.hands import BankerTurnedUp, HandSettled, HandShown, HandStood

SIXTEEN = "TC TD TH 6C 8D 7H"
"""Seat 2 gets sixteen, seat 3 eighteen, the banker seventeen."""


def test_rule_10_each_in_turn_draws_or_stands() -> None:
    story = playing(SIXTEEN + " 2C", *bets(5, 5))
    when(story, "3 hit").then_refused("not-your-turn", rule=10)
    when(story, "1 hit").then_refused("not-your-turn", rule=10)
    when(story, "2 hit").then(CardDealt(2, 1, "2C", 6, "up", 10))
    when(story, "2 stand").then(HandStood(2, 1, 10))
    when(after(story, "2 stand"), "2 hit").then_refused("not-your-turn")


def test_rule_10_over_21_he_shows_his_hand_and_pays_at_once() -> None:
    story = playing(SIXTEEN + " KC", *bets(5, 5))
    when(story, "2 hit").then(
        CardDealt(2, 1, "KC", 6, "up", 10),
        HandShown(2, 1, ("TC", "6C", "KC"), 26),
        HandSettled(2, 1, "lost", 10, 5, -5, 95, 105),
    )


def test_rule_10_a_hard_21_stands_by_itself() -> None:
    story = playing(SIXTEEN + " 5C", *bets(5, 5))
    when(story, "2 hit").then(CardDealt(2, 1, "5C", 6, "up", 10), HandStood(2, 1, 10))
    assert commands(after(story, "2 hit"), 3) == ["hit", "stand"]


def test_rule_10_a_soft_21_may_go_on() -> None:
    story = playing("AC TD 5C 8D 5D KC", *bets(5), "2 hit", stacks=TWO)
    assert commands(story, 2) == ["hit", "stand"]
    assert settled(story, "2 hit", "1 stand") == [(2, "won", 12, 5)]


def test_rule_11_the_banker_turns_up_his_card_and_draws_as_he_likes() -> None:
    story = playing("TC TD 9C 8D 2H AS", *bets(5), stacks=TWO)
    when(story, "2 stand").then(HandStood(2, 1, 10), BankerTurnedUp(1, ("TD", "8D"), 18, 11))
    story = after(story, "2 stand")
    assert commands(story, 1) == ["hit", "stand"]
    when(story, "2 hit").then_refused("not-your-turn", rule=11)
    when(story, "2 stand").then_refused("not-your-turn", rule=11)
    when(story, "2 split").then_refused("not-your-turn")
    when(story, "1 hit").then(CardDealt(1, 1, "2H", 4, "up", 11))


def test_rule_11_the_banker_does_not_play_when_nobody_is_left() -> None:
    story = playing("TC TD 6C 8D KC", *bets(5), "2 hit", stacks=TWO)
    assert not story.state.in_round
    when(story, "1 stand").then_refused("wrong-phase")


def test_rule_10_the_bankers_hard_21_stands_by_itself() -> None:
    story = playing("TC TD 9C 6D 5H", *bets(5), "2 stand", stacks=TWO)
    events = events_of(story, "1 hit")
    assert events[1] == HandStood(1, 1, 10)
    assert settled(story, "1 hit") == [(2, "lost", 12, -5)]


def test_rule_12_a_banker_over_21_pays_every_remaining_hand() -> None:
    story = playing("TC 2C TD 5C 3C 6D KH", *bets(5, 6), "2 stand", "3 stand")
    assert settled(story, "1 hit") == [(2, "won", 12, 5), (3, "won", 12, 6)]


@pytest.mark.parametrize(("second", "result"), [("7C", "lost"), ("8C", "lost"), ("9C", "won")])
def test_rule_12_equal_and_lower_hands_lose_and_higher_ones_win(second: str, result: str) -> None:
    story = playing(f"TC TD {second} 8D", *bets(5), "2 stand", stacks=TWO)
    assert settled(story, "1 stand") == [(2, result, 12, 5 if result == "won" else -5)]


def test_rule_12_all_hands_are_shown_losers_collected_then_winners_paid() -> None:
    story = playing("TC 9D TH 9C 7D 8H", *bets(5, 6), "2 stand", "3 stand")
    assert when(story, "1 stand").events[:5] == (
        HandStood(1, 1, 11),
        HandShown(2, 1, ("TC", "9C"), 19),
        HandShown(3, 1, ("9D", "7D"), 16),
        HandSettled(3, 1, "lost", 12, 6, -6, 94, 106),
        HandSettled(2, 1, "won", 12, 5, 5, 105, 101),
    )


def test_rule_12_where_the_banker_runs_out_later_winners_get_their_stakes_back() -> None:
    cards = "TC TD TH TS 9S 9C 9D 9H 6H 7S"
    five = {1: 4, 2: 50, 3: 50, 4: 50, 5: 50}
    story = playing(cards, *bets(3, 3, 3, 2), "2 stand", "3 stand", "4 stand", "5 stand", stacks=five)
    assert settled(story, "1 stand") == [
        (5, "lost", 12, -2),
        (2, "won", 12, 3),
        (3, "won", 12, 3),
        (4, "returned", 12, 0),
    ]


def test_rule_17_five_cards_give_the_banker_nothing() -> None:
    story = playing("TC 2C 9C 3C 4D 5D 2D", *bets(5), "2 stand", "1 hit", "1 hit", "1 hit", stacks=TWO)
    assert settled(story, "1 stand") == [(2, "won", 12, 5)]


class TestDeclaredBusts:
    """Rule 26 at a table where busts are to be declared."""

    def test_rule_26_nobody_but_the_player_is_told(self) -> None:
        story = playing(SIXTEEN + " KC", *bets(5, 5), rules=DECLARED)
        when(story, "2 hit").then(CardDealt(2, 1, "KC", 6, "up", 10))
        assert commands(after(story, "2 hit"), 2) == ["declare-bust", "stand"]
        assert commands(after(story, "2 hit"), 3) == []

    def test_rule_26_a_declared_bust_pays_once_at_once(self) -> None:
        story = playing(SIXTEEN + " KC", *bets(5, 5), "2 hit", rules=DECLARED)
        when(story, "2 declare-bust").then(
            HandShown(2, 1, ("TC", "6C", "KC"), 26), HandSettled(2, 1, "lost", 26, 5, -5, 95, 105)
        )

    def test_rule_26_an_undeclared_one_pays_twice_when_the_banker_has_finished(self) -> None:
        moves = ("2 hit", "2 stand", "3 stand")
        story = playing(SIXTEEN + " KC", *bets(5, 5), *moves, rules=DECLARED)
        assert stacks(story) == {1: 100, 2: 95, 3: 95}
        assert settled(story, "1 stand") == [(2, "lost", 26, -10), (3, "won", 12, 5)]

    def test_rule_26_even_to_a_banker_who_is_bust(self) -> None:
        moves = ("2 hit", "2 stand", "3 stand")
        story = playing(SIXTEEN + " KC 5H", *bets(5, 5), *moves, rules=DECLARED)
        assert settled(story, "1 hit") == [(2, "lost", 26, -10), (3, "won", 12, 5)]

    def test_rule_26_the_second_stake_is_what_the_stack_holds(self) -> None:
        moves = ("2 hit", "2 stand", "3 stand")
        poor = {1: 100, 2: 7, 3: 100}
        story = playing(SIXTEEN + " KC", *bets(5, 5), *moves, rules=DECLARED, stacks=poor)
        assert settled(story, "1 stand")[0] == (2, "lost", 26, -7)

    def test_rule_26_the_banker_plays_against_busts_that_he_does_not_know_of(self) -> None:
        moves = ("2 hit", "2 stand")
        story = playing("TC TD 6C 8D KC", *bets(5), *moves, rules=DECLARED, stacks=TWO)
        assert commands(story, 1) == ["hit", "stand"]

    def test_rule_26_over_21_nobody_draws_on(self) -> None:
        story = playing(SIXTEEN + " KC", *bets(5, 5), "2 hit", rules=DECLARED)
        when(story, "2 hit").then_refused("wrong-phase", rule=26)

    def test_rule_26_only_a_bust_is_declared_and_only_in_turn(self) -> None:
        story = playing(SIXTEEN + " KC", *bets(5, 5), rules=DECLARED)
        when(story, "2 declare-bust").then_refused("wrong-phase", rule=26)
        when(after(story, "2 hit"), "3 declare-bust").then_refused("not-your-turn")

    def test_rule_26_elsewhere_busts_are_not_declared(self) -> None:
        when(playing(SIXTEEN, *bets(5, 5)), "2 declare-bust").then_refused("wrong-phase", rule=26)
