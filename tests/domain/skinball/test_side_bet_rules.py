"""Skinball, rules 9 and 10: bets between players."""

import pytest
from tests.support.moves import after, stacks, when
from tests.support.skinball import FOUR, covered, first_bet, given, next_bet, opened, playing

from croupier.domain.games.skinball.commands import SkinballRules
from croupier.domain.games.skinball.events import (
    BetSettled,
    CardOffered,
    CardTurned,
    PairDiscarded,
    SideBetDeclined,
    SideBetMade,
    SideBetOffered,
    SideBetSettled,
    SideBetsLapsed,
    SideBetWithdrawn,
)
from croupier.domain.games.skinball.side_bets import MOST_OPEN
from croupier.domain.games.skinball.standing import standing

TWO = (*first_bet(), *next_bet(2))
THREE = (*TWO, *next_bet(1))


def test_rule_9_either_offers_and_the_other_agrees_to_all_of_it() -> None:
    story = playing("QS 7D 8H", *TWO)
    story = when(story, "3 offer-side-bet 2 30").then(SideBetOffered(1, 3, 2, 30))
    assert stacks(story)[3] == 90
    story = when(story, "2 accept-side-bet 1").then(SideBetMade(1, 3, 2, 30, 60, 60))
    assert standing(story.state).in_play == 100
    when(story, "2 offer-side-bet 3 5").then(SideBetOffered(2, 2, 3, 5))


def test_rule_9_or_to_a_part_of_it_and_the_rest_is_off() -> None:
    story = playing("QS 7D 8H", *TWO, "3 offer-side-bet 2 30")
    story = when(story, "2 accept-side-bet 1 12").then(SideBetMade(1, 3, 2, 12, 78, 78))
    when(story, "2 accept-side-bet 1 18").then_refused("unknown-target", rule=9)


def test_rule_9_nobody_agrees_to_more_than_was_offered_or_less_than_one() -> None:
    story = playing("QS 7D 8H", *TWO, "3 offer-side-bet 2 30")
    when(story, "2 accept-side-bet 1 31").then_refused("cover-above-stake", rule=9)
    when(story, "2 accept-side-bet 1 0").then_refused("stake-below-minimum", rule=9)
    when(story, "2 accept-side-bet 1 -1").then_refused("stake-below-minimum", rule=9)


def test_rule_9_limits_do_not_bind_side_bets() -> None:
    story = playing("QS 7D 8H", *TWO, "4 set-limits 10 20")
    when(story, "3 offer-side-bet 2 90").accepted()
    after(story, "3 offer-side-bet 2 1", "2 accept-side-bet 1")


def test_rule_9_an_offer_is_at_least_one_chip_and_within_the_stack() -> None:
    story = playing("QS 7D 8H", *TWO)
    when(story, "3 offer-side-bet 2 0").then_refused("stake-below-minimum", rule=9)
    when(story, "3 offer-side-bet 2 -5").then_refused("stake-below-minimum", rule=9)
    when(story, "3 offer-side-bet 2 91").then_refused("insufficient-chips", rule=9)
    when(story, "3 offer-side-bet 2 90").accepted()


def test_rule_9_both_must_have_the_chips_when_it_is_agreed() -> None:
    story = playing("QS 7D 8H", *TWO, stacks={**FOUR, 2: 30})
    story = after(story, "3 offer-side-bet 2 80", "3 offer-side-bet 2 15")
    when(story, "2 accept-side-bet 1").then_refused("insufficient-chips", rule=9)
    when(story, "2 accept-side-bet 1 21").then_refused("insufficient-chips", rule=9)
    story = when(story, "2 accept-side-bet 1 20").then(SideBetMade(1, 3, 2, 20, 70, 0))
    when(story, "2 accept-side-bet 2 1").then_refused("insufficient-chips", rule=9)


def test_rule_9_the_offerer_may_have_spent_his_chips_meanwhile() -> None:
    story = playing("QS 7D 8H 9C", *THREE, "3 offer-side-bet 2 90", "1 offer-side-bet 3 60")
    story = after(story, "3 accept-side-bet 2")
    when(story, "2 accept-side-bet 1").then_refused("insufficient-chips", rule=9)
    when(story, "2 accept-side-bet 1 30").accepted()


def test_rule_9_both_need_a_card() -> None:
    story = playing("QS 7D 8H", *TWO)
    when(story, "2 offer-side-bet 1 5").then_refused("side-bet-needs-cards", rule=9)
    when(story, "1 offer-side-bet 2 5").then_refused("side-bet-needs-cards", rule=9)


def test_rule_9_both_need_a_live_bet_against_the_banker_first() -> None:
    story = playing("QS 7D 8H", *first_bet(), "4 deal", "2 accept-card")
    when(story, "3 offer-side-bet 2 5").then_refused("bet-banker-first", rule=9)
    story = after(story, "2 stake 10")
    when(story, "2 offer-side-bet 3 5").then_refused("bet-banker-first", rule=9)
    story = after(story, "4 cover 10")
    when(story, "2 offer-side-bet 3 5").accepted()


def test_rule_9_there_is_no_side_bet_with_the_banker_oneself_or_an_empty_seat() -> None:
    story = playing("QS 7D 8H", *TWO)
    for against in (4, 3, 5):
        when(story, f"3 offer-side-bet {against} 5").then_refused("unknown-target", rule=9)
    when(story, "4 offer-side-bet 3 5").then_refused("banker-may-not-bet", rule=9)
    when(story, "house offer-side-bet 3 5").then_refused("not-your-turn", rule=9)


def test_rule_9_side_bets_are_made_in_a_round_only() -> None:
    story = given(opened("QS"), "4 set-limits 1 9")
    for move in ("offer-side-bet 2 5", "accept-side-bet 1", "decline-side-bet 1", "withdraw-side-bet 1"):
        when(story, f"3 {move}").then_refused("wrong-phase", rule=9)


def test_rule_9_they_may_be_made_while_a_decision_of_others_is_pending() -> None:
    story = playing("QS 7D 8H 9C", *TWO, "4 deal")
    after(story, "3 offer-side-bet 2 30", "2 accept-side-bet 1", "1 accept-card")


def test_rule_9_an_offer_is_declined_by_whom_it_was_made_to() -> None:
    story = playing("QS 7D 8H 9C", *THREE, "3 offer-side-bet 2 30")
    for who in ("1", "3", "4", "house"):
        when(story, f"{who} accept-side-bet 1").then_refused("not-your-turn", rule=9)
        when(story, f"{who} decline-side-bet 1").then_refused("not-your-turn", rule=9)
    story = when(story, "2 decline-side-bet 1").then(SideBetDeclined(1, 2))
    when(story, "2 accept-side-bet 1").then_refused("unknown-target", rule=9)


def test_rule_9_an_offer_is_withdrawn_by_who_made_it() -> None:
    story = playing("QS 7D 8H", *TWO, "3 offer-side-bet 2 30")
    for who in ("2", "4", "house"):
        when(story, f"{who} withdraw-side-bet 1").then_refused("not-your-turn", rule=9)
    story = when(story, "3 withdraw-side-bet 1").then(SideBetWithdrawn(1, 3))
    when(story, "3 withdraw-side-bet 1").then_refused("unknown-target", rule=9)


def test_rule_9_offers_lapse_when_the_next_card_is_dealt_and_numbers_go_on() -> None:
    story = playing("QS 7D 8H 9C", *TWO, "3 offer-side-bet 2 30", "2 offer-side-bet 3 5")
    story = when(story, "4 deal").then(
        SideBetsLapsed((1, 2), 9), CardTurned("9C", 3), CardOffered(1, "9C", (), 7)
    )
    when(story, "2 accept-side-bet 1").then_refused("unknown-target", rule=9)
    when(story, "3 offer-side-bet 2 7").then(SideBetOffered(3, 3, 2, 7))


def test_rule_9_offers_are_numbered_from_1_in_every_round() -> None:
    moves = ("3 offer-side-bet 2 30", "4 deal", "3 start-round", *first_bet(2, 10, 3), *next_bet(1, 10, 3))
    story = given(opened("QS 7D 8H 7C", "QS 7D 8H"), "4 start-round", *TWO, *moves)
    when(story, "2 offer-side-bet 1 5").then(SideBetOffered(1, 2, 1, 5))


def test_nobody_floods_the_table_with_offers() -> None:
    story = playing("QS 7D 8H", *TWO, *("3 offer-side-bet 2 1",) * (MOST_OPEN - 1))
    story = after(story, "2 accept-side-bet 1", "3 offer-side-bet 2 1")
    when(story, "3 offer-side-bet 2 1").then_refused("too-many-offers", rule=9)
    when(story, "2 offer-side-bet 3 1").accepted()
    story = after(story, "3 withdraw-side-bet 2")
    when(story, "3 offer-side-bet 2 1").accepted()


def test_rule_10_each_side_bet_of_the_matched_cards_holder_is_won_by_the_other_side() -> None:
    bets = (
        "3 offer-side-bet 2 20",
        "2 accept-side-bet 1",
        "1 offer-side-bet 3 15",
        "3 accept-side-bet 2",
        "2 offer-side-bet 1 5",
        "1 accept-side-bet 3",
    )
    story = playing("QS 7D 8H 9C QD 9H", *THREE, *bets)
    story = when(story, "4 deal").then(
        CardTurned("QD", 4),
        BetSettled(3, "QS", "lost", 8, 10, -10, 0, 55, 4, 90),
        SideBetSettled(1, 2, 3, "won", 10, 20, 20, 0, 105, 55),
        SideBetSettled(2, 1, 3, "won", 10, 15, 15, 0, 100, 55),
        PairDiscarded(3, "QS", "QD", 11),
    )
    assert when(story, "4 deal").of(SideBetSettled) == (
        SideBetSettled(3, 2, 1, "won", 10, 5, 5, 0, 115, 100),
    )


def test_rule_10_several_side_bets_of_the_same_two_are_all_settled() -> None:
    bets = ("3 offer-side-bet 2 20", "2 accept-side-bet 1", "2 offer-side-bet 3 7", "3 accept-side-bet 2 3")
    story = playing("QS 7D 8H 8C", *TWO, *bets)
    assert [event.bet for event in when(story, "4 deal").of(SideBetSettled)] == [1, 2]
    assert stacks(when(story, "4 deal").accepted()) == {1: 100, 2: 67, 3: 113, 4: 100}


@pytest.mark.parametrize("amount", [1, 45])
def test_rules_10_and_20_side_bets_are_free_of_charge(amount: int) -> None:
    bets = (f"3 offer-side-bet 2 {amount}", "2 accept-side-bet 1")
    story = playing("QS 7D 8H 8C", *TWO, *bets, rules=SkinballRules())
    (settled,) = when(story, "4 deal").of(SideBetSettled)
    assert (settled.profit, settled.charge) == (amount, 0)


def test_rule_10_a_match_of_the_bankers_card_settles_no_side_bet() -> None:
    story = playing("QS 7D 8H 7C", *TWO, "3 offer-side-bet 2 20", "2 accept-side-bet 1")
    assert when(story, "4 deal").of(SideBetSettled) == ()


def test_rule_9_a_new_side_bet_needs_a_new_bet_against_the_bankers_new_card() -> None:
    moves = ("3 offer-side-bet 2 20", "2 accept-side-bet 1", "4 deal")
    story = playing("QS 7D 8H 7C 9C", *TWO, *moves)
    when(story, "3 offer-side-bet 2 5").then_refused("bet-banker-first", rule=9)
    story = after(story, "4 new-card", "4 deal")
    when(story, "3 offer-side-bet 2 5").then_refused("bet-banker-first", rule=9)
    story = after(story, *covered(3, 5), *covered(2, 5))
    when(story, "3 offer-side-bet 2 5").accepted()
