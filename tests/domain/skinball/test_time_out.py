"""Skinball: the default action for who does not act in time."""

from tests.support.moves import after, stacks, when
from tests.support.skinball import FOUR, first_bet, next_bet, playing

from croupier.domain.games.skinball.events import (
    CardOffered,
    CardRefused,
    CardTurned,
    DealOnDecided,
    StakeCovered,
    StakeNamed,
)
from croupier.domain.table.state import StakeLimits

TO_STAKE = ("4 deal", "3 accept-card", "4 deal")


def test_dealing_is_done_for_the_banker() -> None:
    when(playing("QS"), "clock expire-turn").then(CardTurned("QS", 0), CardOffered(3, "QS", (2, 1), 4))


def test_an_offered_card_is_refused() -> None:
    story = playing("QS", "4 deal")
    when(story, "clock expire-turn").then(CardRefused(3, "QS"), CardOffered(2, "QS", (1,), 4))


def test_a_stake_due_is_the_minimum() -> None:
    story = playing("QS 7D", *TO_STAKE, limits=StakeLimits(10, 50))
    when(story, "clock expire-turn").then(StakeNamed(3, "QS", 10, 90))


def test_or_the_whole_stack_if_less() -> None:
    story = playing("QS 7D", *TO_STAKE, limits=StakeLimits(10, 50), stacks={**FOUR, 3: 7})
    when(story, "clock expire-turn").then(StakeNamed(3, "QS", 7, 0))


def test_a_cover_due_is_in_full_as_far_as_the_stack_goes() -> None:
    story = playing("QS 7D", *TO_STAKE, "3 stake 60", stacks={**FOUR, 4: 40})
    when(story, "clock expire-turn").then(StakeCovered(3, "QS", 60, 40, 60, 4, 0))


def test_by_rule_16_the_banker_deals_on() -> None:
    bets = (*first_bet(), *next_bet(2), "3 offer-side-bet 2 30", "2 accept-side-bet 1")
    story = playing("QS 7D 8H 7C", *bets, "4 deal")
    when(story, "clock expire-turn").then(DealOnDecided(4, 16))


def test_only_the_clock_ends_a_turn() -> None:
    for who in ("3", "4", "house"):
        when(playing("QS"), f"{who} expire-turn").then_refused("not-your-turn")


def test_a_table_that_everybody_has_left_alone_plays_its_round_to_the_end() -> None:
    story = playing("QS 7D 8H 7C", *first_bet())
    for _ in range(200):
        if not story.state.in_round:
            break
        story = after(story, "clock expire-turn")
    assert not story.state.in_round
    assert story.state.banker == 3
    assert sum(stacks(story).values()) == 400
