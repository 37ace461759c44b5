"""Skinball, rules 6, 18 and 19: stakes and covers, betting on a card that was kept, and the empty bank."""

import pytest
from tests.support.moves import after, stacks, when
from tests.support.skinball import FOUR, covered, first_bet, given, next_bet, opened, playing

from croupier.domain.games.skinball.events import (
    BetSettled,
    CardCentred,
    CardOffered,
    CardTurned,
    CommissionTaken,
    PairDiscarded,
    StakeCovered,
    StakeNamed,
)
from croupier.domain.games.skinball.standing import standing
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.state import StakeLimits

TO_STAKE = ("4 deal", "3 accept-card", "4 deal")
LIMITS = StakeLimits(10, 50)


def test_rule_6_the_player_names_his_stake_and_the_banker_covers_it() -> None:
    story = playing("QS 7D", *TO_STAKE)
    story = when(story, "3 stake 60").then(StakeNamed(3, "QS", 60, 40))
    assert standing(story.state).in_play == 60
    story = when(story, "4 cover 60").then(StakeCovered(3, "QS", 60, 60, 40, 4, 40))
    assert standing(story.state).in_play == 120


def test_rule_6_the_banker_may_reduce_the_stake_to_any_size_also_below_the_minimum() -> None:
    story = playing("QS 7D", *TO_STAKE, "3 stake 20", limits=LIMITS)
    when(story, "4 cover 0").then_refused("stake-below-minimum", rule=6)
    when(story, "4 cover -3").then_refused("stake-below-minimum", rule=6)
    story = when(story, "4 cover 1").then(StakeCovered(3, "QS", 20, 1, 99, 4, 99))
    assert standing(story.state).in_play == 2


def test_rule_6_the_banker_covers_no_more_than_the_stake_and_his_stack() -> None:
    story = playing("QS 7D", *TO_STAKE, "3 stake 60", stacks={**FOUR, 4: 40})
    when(story, "4 cover 61").then_refused("cover-above-stake", rule=6)
    when(story, "4 cover 41").then_refused("insufficient-chips", rule=6)
    when(story, "4 cover 40").accepted()


@pytest.mark.parametrize(
    ("stake", "code"),
    [
        (9, "stake-below-minimum"),
        (0, "stake-below-minimum"),
        (-1, "stake-below-minimum"),
        (51, "stake-above-maximum"),
        (31, "insufficient-chips"),
    ],
)
def test_rules_3_and_6_a_stake_is_within_the_limits_and_the_stack(stake: int, code: str) -> None:
    story = playing("QS 7D", *TO_STAKE, limits=LIMITS, stacks={**FOUR, 3: 30})
    when(story, f"3 stake {stake}").then_refused(code)
    when(story, "3 stake 30").accepted()
    when(story, "3 stake 10").accepted()


def test_rule_6_who_has_less_than_the_minimum_stakes_all_that_he_has() -> None:
    story = playing("QS 7D", *TO_STAKE, limits=LIMITS, stacks={**FOUR, 3: 7})
    when(story, "3 stake 6").then_refused("stake-below-minimum", rule=3)
    when(story, "3 stake 8").then_refused("insufficient-chips", rule=6)
    when(story, "3 stake 7").then(StakeNamed(3, "QS", 7, 0))


def test_rule_6_only_who_accepted_the_card_names_the_stake() -> None:
    story = playing("QS 7D", *TO_STAKE)
    when(story, "2 stake 10").then_refused("not-your-turn", rule=6)
    when(story, "house stake 10").then_refused("not-your-turn", rule=6)
    when(story, "4 stake 10").then_refused("banker-may-not-bet", rule=6)


def test_rule_6_only_the_banker_covers() -> None:
    story = playing("QS 7D", *TO_STAKE, "3 stake 10")
    for who in ("3", "2", "house"):
        when(story, f"{who} cover 10").then_refused("not-the-banker", rule=6)
    when(story, "3 stake 20").then_refused("wrong-phase", rule=6)
    when(story, "4 stake 10").then_refused("wrong-phase", rule=6)


@pytest.mark.parametrize("moves", [(), ("4 deal",), TO_STAKE, first_bet()], ids=len)
def test_rule_6_nothing_is_covered_unless_a_stake_is_named(moves: tuple[str, ...]) -> None:
    when(playing("QS 7D", *moves), "4 cover 10").then_refused("wrong-phase", rule=6)


def test_between_rounds_nothing_is_staked() -> None:
    for move in ("3 stake 10", "4 stake 10", "3 take-card QS", "4 cover 1"):
        when(given(opened("QS")), move).then_refused("wrong-phase")


SIDE_BET = ("3 offer-side-bet 2 30", "2 accept-side-bet 1")
TWO_PLAY = (*first_bet(), *next_bet(2), *SIDE_BET)
NEW_CARD = (*TWO_PLAY, "4 deal", "4 new-card", "4 deal")
"""From a pack that goes on with a match of the banker's card and a fresh one, which becomes his."""


def test_rule_18_who_kept_a_card_may_bet_against_the_new_one_and_need_not() -> None:
    story = playing("QS 7D 8H 7C 9C KD TD", *NEW_CARD)
    story = when(story, "3 stake 20").then(StakeNamed(3, "QS", 20, 60))
    story = after(story, "4 cover 15", "4 deal", "1 refuse-card", "4 deal")
    assert {seat: held.stake for seat, held in story.state.play.cards.items()} == {3: 15, 2: 0}


def test_rule_18_a_card_bet_on_already_is_not_bet_on_twice() -> None:
    story = playing("QS 7D 8H 7C 9C", *NEW_CARD, *covered(3, 20))
    when(story, "3 stake 10").then_refused("wrong-phase", rule=18)
    when(story, "1 stake 10").then_refused("wrong-phase", rule=18)
    when(story, "4 stake 10").then_refused("banker-may-not-bet", rule=6)


def test_rule_18_a_stake_in_between_obeys_limits_and_stack_too() -> None:
    story = playing("QS 7D 8H 7C 9C", *NEW_CARD, "4 set-limits 5 70")
    when(story, "3 stake 4").then_refused("stake-below-minimum", rule=3)
    when(story, "3 stake 71").then_refused("stake-above-maximum", rule=3)
    story = after(story, "4 set-limits 5 90")
    when(story, "3 stake 81").then_refused("insufficient-chips", rule=6)
    when(story, "3 stake 80").accepted()


def test_rule_18_a_kept_card_that_is_not_bet_on_is_matched_without_loss() -> None:
    story = playing("QS 7D 8H 7C 9C QD", *NEW_CARD)
    outcome = when(story, "4 deal")
    assert outcome.of(BetSettled, PairDiscarded) == (PairDiscarded(3, "QS", "QD", 11),)
    assert outcome.accepted().state.in_round


def test_rule_19_an_empty_bank_deals_on_while_a_bet_is_live_and_offers_no_card() -> None:
    story = playing("QS 7D 8H 9C QD TC", *first_bet(3, 10), *next_bet(2, 20), stacks={**FOUR, 4: 30})
    story = when(story, "4 deal").then(CardTurned("9C", 3), CardCentred("9C", 19))
    when(story, "1 take-card 9C").then_refused("wrong-phase", rule=13)
    story = after(story, "4 deal")
    when(story, "1 take-card 9C").accepted()
    when(story, "4 deal").then(CardTurned("TC", 5), CardOffered(1, "TC", (), 7))


def test_rule_19_a_spent_bank_passes() -> None:
    story = playing("QS 7D 7C", *first_bet(3, 30), stacks={**FOUR, 4: 30})
    outcome = when(story, "4 deal")
    assert outcome.of(BankPassed) == (BankPassed(4, 3, 0, 0, 19),)
    assert outcome.of(CommissionTaken) == ()
    assert stacks(outcome.accepted()) == {1: 100, 2: 100, 3: 130, 4: 0}


def test_rule_15_seats_without_chips_are_skipped_when_the_bank_passes() -> None:
    story = playing("QS 7D QD 8H 7C", *first_bet(3, 100), "4 deal", *next_bet(2, 5))
    assert when(story, "4 deal").of(BankPassed) == (BankPassed(4, 2, 0, 195, 15),)
