"""Blackjack, rules 5 and 6: stakes, the double and the redouble."""

import pytest
from tests.support.blackjack import TWO, bets, by_hand, commands, dealt, playing
from tests.support.moves import after, stacks, when

from croupier.domain.games.blackjack.commands import BlackjackLimits
from croupier.domain.games.blackjack.events.cards import CardDealt, GoRoundEnded, GoRoundStarted
from croupier.domain.games.blackjack.events.stakes import (
    BankerDoubled,
    DoubleDeclined,
    RedoubleDeclined,
    StakeDoubled,
    StakePlaced,
    StakeRedoubled,
)

CARDS = "2C 3C 4C 5C 6C 7C"


def test_rule_5_each_stakes_in_turn_from_the_left_having_seen_his_card() -> None:
    story = playing(CARDS)
    when(story, "3 stake 5").then_refused("not-your-turn", rule=5)
    when(story, "2 stake 5").then(StakePlaced(2, 1, 5, 95))
    when(after(story, "2 stake 5"), "3 stake 7").then(StakePlaced(3, 1, 7, 93))


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (4, "stake-below-minimum"),
        (0, "stake-below-minimum"),
        (-1, "stake-below-minimum"),
        (21, "stake-above-maximum"),
        (16, "insufficient-chips"),
    ],
)
def test_rule_5_a_stake_is_within_the_limits_and_the_stack(amount: int, code: str) -> None:
    story = playing(CARDS, limits=BlackjackLimits(5, 20), stacks={**TWO, 2: 15})
    when(story, f"2 stake {amount}").then_refused(code, rule=5)
    when(story, "2 stake 15").then(StakePlaced(2, 1, 15, 0))


def test_rule_5_the_usual_limits_are_1_and_3() -> None:
    assert BlackjackLimits() == BlackjackLimits(1, 3)


def test_rule_5_the_banker_does_not_stake() -> None:
    when(playing(CARDS), "1 stake 5").then_refused("banker-may-not-bet", rule=5)


def test_rule_5_nobody_stakes_twice_or_when_it_is_too_late() -> None:
    story = playing(CARDS, "2 stake 5")
    when(story, "2 stake 5").then_refused("not-your-turn")
    when(after(story, "3 stake 5"), "2 stake 5").then_refused("wrong-phase", rule=5)


def test_rule_5_who_cannot_stake_the_minimum_is_not_dealt_in() -> None:
    story = playing(CARDS, limits=BlackjackLimits(5, 20), stacks={1: 100, 2: 4, 3: 5})
    assert story.state.play.order == (3,)
    when(story, "2 stake 4").then_refused("not-your-turn")
    assert commands(story, 2) == []


def test_rule_6_the_banker_doubles_all_stakes_when_all_have_staked() -> None:
    story = playing(CARDS, "2 stake 5")
    when(story, "1 double").then_refused("wrong-phase", rule=6)
    story = after(story, "3 stake 7")
    when(story, "2 double").then_refused("not-the-banker", rule=6)
    when(story, "1 double").then(
        BankerDoubled(1), StakeDoubled(2, 1, 5, 10, 90), StakeDoubled(3, 1, 7, 14, 86)
    )


def test_rule_6_each_in_turn_may_redouble_his_own_stake() -> None:
    story = playing(CARDS, "2 stake 5", "3 stake 7", "1 double")
    when(story, "3 redouble").then_refused("not-your-turn", rule=6)
    when(story, "1 redouble").then_refused("not-your-turn")
    when(story, "2 redouble").then(StakeRedoubled(2, 1, 10, 20, 80))
    story = after(story, "2 redouble")
    when(story, "2 redouble").then_refused("not-your-turn")
    assert when(story, "3 no-redouble").events[:2] == (RedoubleDeclined(3), GoRoundStarted(2))


def test_rule_6_who_cannot_cover_the_double_puts_in_what_he_has_left() -> None:
    story = playing(CARDS, "2 stake 5", stacks={1: 100, 2: 8})
    when(story, "1 double").then(BankerDoubled(1), StakeDoubled(2, 1, 3, 8, 0))


def test_rule_6_a_redouble_needs_the_full_amount_but_everybody_is_asked() -> None:
    story = playing(CARDS, "2 stake 5", "1 double", stacks={1: 100, 2: 8})
    assert commands(story, 2) == ["no-redouble"]
    when(story, "2 redouble").then_refused("insufficient-chips", rule=6)
    assert when(story, "2 no-redouble").events[0] == RedoubleDeclined(2)


def test_rule_6_who_has_staked_all_he_had_is_asked_all_the_same() -> None:
    story = playing(CARDS, "2 stake 5", "1 double", stacks={1: 100, 2: 5})
    assert stacks(story)[2] == 0
    assert commands(story, 2) == ["no-redouble"]


def test_rule_6_the_limits_do_not_bind_the_double() -> None:
    story = playing(CARDS, "2 stake 20", "1 double", "2 redouble", stacks=TWO)
    assert [hand.stake for hand in story.state.play.hands] == [80]


def test_rule_6_without_a_double_nobody_redoubles_and_the_second_card_follows() -> None:
    story = playing("2C 3C 6C 7C", "2 stake 5", stacks=TWO)
    when(story, "1 no-double").then(
        DoubleDeclined(1),
        GoRoundStarted(2),
        CardDealt(2, 1, "6C", 2, "up", 7),
        CardDealt(1, 1, "7C", 3, "up", 7),
        GoRoundEnded(2),
    )
    when(after(story, "1 no-double"), "2 redouble").then_refused("wrong-phase", rule=6)
    when(after(story, "1 no-double"), "1 double").then_refused("wrong-phase", rule=6)


def test_rule_6_who_demanded_his_card_after_the_double_stakes_singly_and_is_not_asked() -> None:
    story = by_hand(CARDS, *dealt(2, 1, face="down"), "2 stake 5", "1 double", "3 demand-card")
    when(story, "2 redouble").then_refused("wrong-phase")
    story = after(story, "3 stake 4", "2 no-redouble")
    assert [hand.stake for hand in story.state.play.hands] == [10, 4]
    when(story, "3 redouble").then_refused("wrong-phase")


def test_rule_6_who_demanded_his_card_before_the_double_is_doubled() -> None:
    story = by_hand(CARDS, *dealt(2, 1, face="down"), "2 stake 5", "3 demand-card")
    when(story, "1 double").then_refused("wrong-phase")
    story = after(story, "3 stake 4", "1 double")
    assert [hand.stake for hand in story.state.play.hands] == [10, 8]


def test_rule_6_two_hands_are_redoubled_together() -> None:
    moves = (*dealt(2, 2, face="down"), "2 play-both", *dealt(1, face="down"), "2 stake 3", "1 double")
    story = by_hand("TC 5C 9C", *moves, stacks={1: 100, 2: 30})
    when(story, "2 redouble").then(StakeRedoubled(2, 1, 6, 12, 12), StakeRedoubled(2, 2, 6, 12, 6))
    story = by_hand("TC 5C 9C", *moves, stacks={1: 100, 2: 23})
    when(story, "2 redouble").then_refused("insufficient-chips")


def test_rule_6_a_stake_laid_is_out_of_the_stack() -> None:
    assert stacks(playing(CARDS, *bets(5, 7))) == {1: 100, 2: 95, 3: 93}
