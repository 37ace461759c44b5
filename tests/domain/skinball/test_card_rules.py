"""Skinball, rules 4, 5, 7, 8 and 11 to 14: cards offered, matched, dead, fresh and in the centre."""

import pytest
from tests.support.moves import after, stacks, when
from tests.support.skinball import FIRST, FOUR, covered, first_bet, next_bet, playing
from tests.support.story import FRESH_SEED, SEED

from croupier.domain.decks.events import DeckRevealed
from croupier.domain.games.skinball.events import (
    BankersCardLaid,
    BetSettled,
    CardAccepted,
    CardCentred,
    CardOffered,
    CardRefused,
    CardsGathered,
    CardTaken,
    CardTurned,
    DeadCardDiscarded,
    PairDiscarded,
)
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.events import RoundEnded

ALL_HAVE_CARDS = (*first_bet(), *next_bet(2), *next_bet(1))


def test_rule_4_the_first_card_is_offered_to_the_bankers_right_hand_neighbour_and_on_to_the_right() -> None:
    story = when(playing("QS"), "4 deal").then(CardTurned("QS", 0), CardOffered(3, "QS", (2, 1), 4))
    story = when(story, "3 refuse-card").then(CardRefused(3, "QS"), CardOffered(2, "QS", (1,), 4))
    story = when(story, "2 refuse-card").then(CardRefused(2, "QS"), CardOffered(1, "QS", (), 4))
    when(story, "1 accept-card").then(CardAccepted(1, "QS"))


def test_rule_4_if_all_refuse_the_very_first_card_the_round_ends_and_the_bank_stays() -> None:
    story = playing("QS", "4 deal", "3 refuse-card", "2 refuse-card")
    story = when(story, "1 refuse-card").then(
        CardRefused(1, "QS"), CardsGathered(4), RoundEnded(1, 0), DeckRevealed(FIRST, SEED.hex(), used=True)
    )
    assert story.state.banker == 4


def test_rule_4_only_who_is_offered_the_card_answers() -> None:
    story = playing("QS", "4 deal")
    for who in ("1", "2", "4", "house"):
        when(story, f"{who} accept-card").then_refused("not-your-turn", rule=4)
        when(story, f"{who} refuse-card").then_refused("not-your-turn", rule=4)


@pytest.mark.parametrize("moves", [(), ("4 deal", "3 accept-card"), first_bet()], ids=len)
def test_rule_4_nothing_is_accepted_or_refused_when_no_card_is_offered(moves: tuple[str, ...]) -> None:
    story = playing("QS 7D", *moves)
    when(story, "3 accept-card").then_refused("wrong-phase", rule=4)
    when(story, "3 refuse-card").then_refused("wrong-phase", rule=4)


def test_rules_6_and_12_who_has_no_chips_is_not_offered_a_card() -> None:
    story = playing("QS 7D 8H", stacks={1: 0, 2: 100, 3: 0, 4: 100})
    story = when(story, "4 deal").then(CardTurned("QS", 0), CardOffered(2, "QS", (), 4))
    story = after(story, "2 accept-card", "4 deal", *covered(2, 10))
    when(story, "4 deal").then(CardTurned("8H", 2), CardCentred("8H", 13))


def test_rule_5_when_the_first_card_is_accepted_the_banker_deals_himself_the_second() -> None:
    story = playing("QS 7D", "4 deal", "3 accept-card")
    when(story, "3 stake 10").then_refused("wrong-phase", rule=6)
    when(story, "4 deal").then(CardTurned("7D", 1), BankersCardLaid(4, "7D", 5))


def test_rule_5_a_second_card_that_pairs_the_first_takes_both_away() -> None:
    story = playing("8C 8D 8H JC 8S 4D", "4 deal", "3 refuse-card", "2 accept-card")
    story = when(story, "4 deal").then(CardTurned("8D", 1), PairDiscarded(2, "8C", "8D", 5))
    assert story.state.play.dead == ("8",)
    story = when(story, "4 deal").then(
        DeadCardDiscarded("8H", 2, 11), CardTurned("JC", 3), CardOffered(2, "JC", (1,), 4)
    )
    story = after(story, "2 accept-card")
    when(story, "4 deal").then(
        DeadCardDiscarded("8S", 4, 11), CardTurned("4D", 5), BankersCardLaid(4, "4D", 5)
    )


def test_rule_5_if_all_refuse_after_the_pair_the_round_ends_as_in_rule_4() -> None:
    story = playing("8C 8D JC", "4 deal", "3 refuse-card", "2 accept-card", "4 deal", "4 deal")
    story = after(story, "2 refuse-card")
    outcome = when(story, "1 refuse-card")
    assert outcome.of(CardsGathered, BankPassed) == (CardsGathered(4),)


def test_rule_5_the_second_card_may_pair_the_first_again_and_again() -> None:
    story = playing("8C 8D JC JD QC 2D", "4 deal", "3 accept-card", "4 deal", "4 deal", "3 accept-card")
    story = after(story, "4 deal", "4 deal", "3 accept-card", "4 deal")
    assert story.state.play.dead == ("8", "J")
    assert story.state.play.bankers_card == "2D"


def test_rule_7_a_card_that_matches_nothing_goes_to_the_next_who_has_not_been_asked() -> None:
    story = playing("QS 7D 8H 9C", *first_bet())
    story = when(story, "4 deal").then(CardTurned("8H", 2), CardOffered(2, "8H", (1,), 7))
    story = after(story, "2 refuse-card", "1 accept-card", *covered(1, 5))
    when(story, "4 deal").then(CardTurned("9C", 3), CardOffered(2, "9C", (), 12))


def test_rule_7_who_was_matched_in_the_first_go_round_waits_until_all_have_been_asked() -> None:
    story = playing("QS 7D QD 8H 9C", *first_bet(), "4 deal")
    when(story, "4 deal").then(CardTurned("8H", 3), CardOffered(2, "8H", (1,), 7))


def test_rule_7_a_card_that_all_who_were_to_be_asked_refuse_goes_to_the_centre() -> None:
    story = playing("QS 7D QD 8H", *first_bet(), "4 deal", "4 deal", "2 refuse-card")
    when(story, "1 refuse-card").then(CardRefused(1, "8H"), CardCentred("8H", 13))


def test_rule_7_nothing_is_dealt_while_a_decision_is_pending() -> None:
    story = playing("QS 7D 8H", "4 deal")
    for move in ("3 accept-card", "4 deal", "3 stake 9", "4 cover 9", "4 deal", "2 accept-card", "2 stake 8"):
        if story.state.play.pending:
            when(story, "4 deal").then_refused("wrong-phase", rule=2)
        story = after(story, move)
    when(story, "4 deal").then_refused("wrong-phase", rule=2)


def test_rule_8_a_match_of_the_players_card_wins_his_bet_for_the_banker() -> None:
    story = playing("QS 7D QD", *first_bet())
    story = when(story, "4 deal").then(
        CardTurned("QD", 2),
        BetSettled(3, "QS", "lost", 8, 10, -10, 0, 90, 4, 110),
        PairDiscarded(3, "QS", "QD", 11),
    )
    assert story.state.play.cards == {}
    assert story.state.in_round


def test_rule_8_a_match_of_the_bankers_card_pays_all_live_bets_from_his_right_round_the_table() -> None:
    cards = "QS 7D 8H 9C 7S"
    story = playing(cards, *first_bet(2, 30, 3), *next_bet(1, 20, 3), *next_bet(4, 10, 3), banker=3)
    assert when(story, "3 deal").of(BetSettled) == (
        BetSettled(2, "QS", "won", 8, 30, 30, 0, 130, 3, 40),
        BetSettled(1, "8H", "won", 8, 20, 20, 0, 120, 3, 40),
        BetSettled(4, "9C", "won", 8, 10, 10, 0, 110, 3, 40),
    )


def test_rule_11_the_two_other_cards_of_a_matched_rank_are_dead() -> None:
    story = playing("9S 2H 9C 9D 9H 5S", *first_bet(), "4 deal")
    when(story, "4 deal").then(
        DeadCardDiscarded("9D", 3, 11),
        DeadCardDiscarded("9H", 4, 11),
        CardTurned("5S", 5),
        CardOffered(2, "5S", (1,), 7),
    )


def test_rule_12_a_fresh_card_is_offered_to_those_without_a_card_nearest_to_the_bankers_right_first() -> None:
    story = playing(
        "QS 7D 8H 8D 9C", "4 deal", "3 refuse-card", "2 accept-card", "4 deal", *covered(2, 10), *next_bet(1)
    )
    story = after(story, "4 deal")
    story = when(story, "4 deal").then(CardTurned("9C", 4), CardOffered(3, "9C", (1,), 12))
    story = when(story, "3 refuse-card").then(CardRefused(3, "9C"), CardOffered(1, "9C", (), 12))
    when(story, "1 accept-card").accepted()


def test_rule_13_a_fresh_card_that_finds_everyone_with_a_card_lies_in_the_centre() -> None:
    story = playing("QS 7D 8H 9C TD", *ALL_HAVE_CARDS)
    story = when(story, "4 deal").then(CardTurned("TD", 4), CardCentred("TD", 13))
    assert story.state.play.centre == ("TD",)


def test_rule_13_a_fresh_card_that_all_refuse_lies_in_the_centre_and_can_be_taken_by_who_refused() -> None:
    story = playing("QS 7D 8H 9C QD TD", *ALL_HAVE_CARDS, "4 deal", "4 deal")
    story = when(story, "3 refuse-card").then(CardRefused(3, "TD"), CardCentred("TD", 13))
    story = when(story, "3 take-card TD").then(CardTaken(3, "TD"))
    when(story, "4 deal").then_refused("wrong-phase")
    story = after(story, *covered(3, 25))
    assert stacks(story) == {1: 90, 2: 90, 3: 65, 4: 65}


def test_rule_13_any_card_of_the_centre_may_be_taken_by_who_comes_first() -> None:
    story = playing("QS 7D 8H 9C TD JD QD 8D", *ALL_HAVE_CARDS, *("4 deal",) * 4)
    assert story.state.play.centre == ("TD", "JD")
    when(story, "3 take-card 9C").then_refused("unknown-target", rule=13)
    story = when(story, "2 take-card JD").then(CardTaken(2, "JD"))
    story = after(story, *covered(2, 10))
    when(story, "3 take-card JD").then_refused("unknown-target", rule=13)
    when(story, "3 take-card TD").then(CardTaken(3, "TD"))


def test_rule_13_who_has_a_card_or_banks_takes_none() -> None:
    story = playing("QS 7D 8H 9C TD QD", *ALL_HAVE_CARDS, "4 deal", "4 deal")
    when(story, "1 take-card TD").then_refused("wrong-phase", rule=13)
    when(story, "4 take-card TD").then_refused("banker-may-not-bet", rule=13)
    when(story, "house take-card TD").then_refused("not-your-turn", rule=13)


def test_rule_13_who_has_nothing_to_bet_takes_none() -> None:
    bets = (*first_bet(3, 100), *next_bet(2), *next_bet(1))
    story = playing("QS 7D 8H 9C TD QD", *bets, "4 deal", "4 deal", stacks={**FOUR, 4: 500})
    when(story, "3 take-card TD").then_refused("insufficient-chips", rule=6)
    when(story, "3 take-card 9C").then_refused("unknown-target", rule=13)


def test_rule_13_a_player_not_yet_asked_may_take_a_card_and_is_not_asked_then() -> None:
    cards = "QS 7D 8H 9C QD TH JH"
    story = playing(cards, *first_bet(3, 60), *next_bet(2, 40), "4 deal", "4 deal")
    assert story.state.play.centre == ("9C",)
    story = after(story, "1 take-card 9C", *covered(1, 10))
    when(story, "4 deal").then(CardTurned("TH", 5), CardOffered(3, "TH", (), 12))


def test_rule_14_a_card_of_the_rank_of_a_centre_card_matches_it() -> None:
    story = playing("QS 7D 8H 9C TD TH TS JC", *ALL_HAVE_CARDS, "4 deal")
    story = when(story, "4 deal").then(CardTurned("TH", 5), PairDiscarded("centre", "TD", "TH", 14))
    assert story.state.play.centre == ()
    story = when(story, "4 deal").then(
        DeadCardDiscarded("TS", 6, 11), CardTurned("JC", 7), CardCentred("JC", 13)
    )
    assert story.state.play.dead == ("T",)


def test_rule_15_the_whole_end_of_a_round_is_told() -> None:
    story = playing("QS 7D 7C", *first_bet())
    story = when(story, "4 deal").then(
        CardTurned("7C", 2),
        BetSettled(3, "QS", "won", 8, 10, 10, 0, 110, 4, 90),
        PairDiscarded(4, "7D", "7C", 11),
        BankPassed(4, 3, 0, 90, 15),
        CardsGathered(15),
        RoundEnded(1, 0),
        DeckRevealed(FIRST, SEED.hex(), used=True),
    )
    assert not story.state.in_round


def test_every_round_is_dealt_from_a_pack_of_its_own() -> None:
    story = playing("QS", "4 deal", "3 refuse-card", "2 refuse-card", "1 refuse-card")
    assert story.state.decks.coming.seed == FRESH_SEED
    assert story.state.decks.current is None
