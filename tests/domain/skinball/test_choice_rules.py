"""Skinball, rules 15 to 17, 19 and 21: the banker's card is matched with side bets open; the box runs out."""

import pytest
from tests.support.moves import after, stacks, when
from tests.support.skinball import FIRST, FOUR, covered, first_bet, next_bet, playing
from tests.support.story import SEED, Story

from croupier.domain.cards import PACK, rank
from croupier.domain.decks.events import DeckRevealed
from croupier.domain.games.skinball.events import (
    BankerAsked,
    BankersCardLaid,
    BetSettled,
    CardLaidAside,
    CardOffered,
    CardsGathered,
    CardTurned,
    CommissionTaken,
    DeadCardDiscarded,
    DealOnDecided,
    NewCardDecided,
    PairDiscarded,
    SideBetSettled,
)
from croupier.domain.games.skinball.standing import standing
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.events import RoundEnded

SIDE_BET = ("3 offer-side-bet 2 30", "2 accept-side-bet 1")
TWO = (*first_bet(), *next_bet(2), *SIDE_BET)
MATCHED = (*TWO, "4 deal")
"""From a pack that goes on with a match of the banker's card."""

CARDS = "QS 7D 8H 7C "


def test_rule_15_without_side_bets_the_round_ends_with_the_bankers_match() -> None:
    story = playing(CARDS, *first_bet(), *next_bet(2))
    outcome = when(story, "4 deal")
    assert outcome.of(CardsGathered, BankPassed) == (BankPassed(4, 3, 0, 80, 15), CardsGathered(15))


def test_rule_16_with_side_bets_open_the_banker_has_to_choose() -> None:
    story = playing(CARDS, *TWO)
    story = when(story, "4 deal").then(
        CardTurned("7C", 3),
        BetSettled(3, "QS", "won", 8, 10, 10, 0, 80, 4, 80),
        BetSettled(2, "8H", "won", 8, 10, 10, 0, 80, 4, 80),
        PairDiscarded(4, "7D", "7C", 11),
        BankerAsked(4, 16),
    )
    assert standing(story.state).in_play == 60
    when(story, "4 deal").then_refused("wrong-phase", rule=2)
    when(story, "4 deal-on").then(DealOnDecided(4, 16))
    when(story, "4 new-card").then(NewCardDecided(4, 16))


def test_rule_16_only_the_banker_chooses_and_only_then() -> None:
    for what in ("deal-on", "new-card"):
        for who in ("3", "1", "house"):
            when(playing(CARDS, *MATCHED), f"{who} {what}").then_refused("not-the-banker", rule=16)
        when(playing(CARDS, *TWO), f"4 {what}").then_refused("wrong-phase", rule=16)
        for choice in ("4 deal-on", "4 new-card"):
            story = playing(CARDS, *MATCHED, choice)
            when(story, f"4 {what}").then_refused("wrong-phase", rule=16)


def test_rule_16_dealing_on_he_offers_no_card_and_lays_fresh_ones_aside() -> None:
    story = playing(CARDS + "9C 9D 8S", *MATCHED, "4 deal-on")
    story = when(story, "4 deal").then(CardTurned("9C", 4), CardLaidAside("9C", 16))
    when(story, "1 accept-card").then_refused("wrong-phase")
    when(story, "1 take-card 9C").then_refused("wrong-phase")
    when(story, "3 stake 10").then_refused("wrong-phase")
    story = when(story, "4 deal").then(CardTurned("9D", 5), CardLaidAside("9D", 16))
    when(story, "4 deal").then(
        CardTurned("8S", 6),
        SideBetSettled(1, 3, 2, "won", 10, 30, 30, 0, 140, 80),
        PairDiscarded(2, "8H", "8S", 17),
        BankPassed(4, 3, 0, 80, 15),
        CardsGathered(15),
        RoundEnded(1, 0),
        DeckRevealed(FIRST, SEED.hex(), used=True),
    )


def test_rule_16_a_card_in_the_centre_is_matched_while_he_deals_on() -> None:
    bets = (*first_bet(), *next_bet(2), *next_bet(1), *SIDE_BET)
    story = playing("QS 7D 8H 9C TC 7C TD", *bets, "4 deal", "4 deal", "4 deal-on")
    when(story, "4 deal").then(CardTurned("TD", 6), PairDiscarded("centre", "TC", "TD", 14))


def test_rule_16_he_deals_on_until_no_side_bet_is_open() -> None:
    more = ("1 offer-side-bet 2 5", "2 accept-side-bet 2", "1 offer-side-bet 3 5", "3 accept-side-bet 3")
    cards = "QS 7D 8H 9C 7C QD 8D"
    story = playing(cards, *first_bet(), *next_bet(2), *next_bet(1), *SIDE_BET, *more, "4 deal", "4 deal-on")
    outcome = when(story, "4 deal")
    assert [event.bet for event in outcome.of(SideBetSettled)] == [1, 3]
    story = outcome.accepted()
    assert story.state.in_round
    story = after(story, "4 deal")
    assert not story.state.in_round


def test_rule_16_the_next_fresh_card_is_the_bankers_new_one() -> None:
    story = playing(CARDS + "7H 9C KS", *MATCHED, "4 new-card")
    story = when(story, "4 deal").then(
        DeadCardDiscarded("7H", 4, 11), CardTurned("9C", 5), BankersCardLaid(4, "9C", 16)
    )
    assert story.state.play.pending is None
    when(story, "4 deal").then(CardTurned("KS", 6), CardOffered(1, "KS", (), 7))


def test_rule_16_he_has_to_choose_again_when_his_new_card_is_matched() -> None:
    story = playing(CARDS + "9C 9D", *MATCHED, "4 new-card", "4 deal", *covered(3, 5))
    assert when(story, "4 deal").of(BetSettled, BankerAsked) == (
        BetSettled(3, "QS", "won", 8, 5, 5, 0, 85, 4, 75),
        BankerAsked(4, 16),
    )


def test_rule_17_a_players_match_is_void_while_the_banker_has_no_card() -> None:
    cards = "QS 7D 8H 9C 7C 9D 8D"
    story = playing(cards, *first_bet(), *next_bet(2), *next_bet(1), *SIDE_BET, "4 deal", "4 new-card")
    before = stacks(story)
    story = when(story, "4 deal").then(CardTurned("9D", 5), PairDiscarded(1, "9C", "9D", 17))
    assert stacks(story) == before
    assert story.state.in_round


def test_rule_17_its_side_bets_are_settled_and_with_the_last_of_them_the_round_ends() -> None:
    story = playing(CARDS + "QD", *MATCHED, "4 new-card")
    outcome = when(story, "4 deal")
    assert outcome.of(SideBetSettled, PairDiscarded, BankPassed) == (
        SideBetSettled(1, 2, 3, "won", 10, 30, 30, 0, 140, 80),
        PairDiscarded(3, "QS", "QD", 17),
        BankPassed(4, 3, 0, 80, 15),
    )


def test_rule_19_a_spent_bank_has_no_choice_and_deals_on_for_the_side_bettors() -> None:
    story = playing(CARDS + "QD", *TWO, stacks={**FOUR, 4: 20})
    outcome = when(story, "4 deal")
    assert outcome.of(BankerAsked, DealOnDecided) == (DealOnDecided(4, 19),)
    story = outcome.accepted()
    when(story, "4 new-card").then_refused("wrong-phase", rule=16)
    outcome = when(story, "4 deal")
    assert outcome.of(CardsGathered, BankPassed) == (BankPassed(4, 3, 0, 0, 19), CardsGathered(19))


def last_card_dealt(*moves: str) -> Story:
    """A table whose box has run out, as no play can lead to."""
    story = playing("QS 7D 8H", *moves)
    for place in range(story.state.decks.current.dealt, 52):
        story.state = story.decider.evolve(story.state, DeadCardDiscarded("2C", place, 11))
    return story


def test_rule_21_should_the_box_run_out_all_open_bets_are_returned() -> None:
    story = last_card_dealt(*TWO)
    story = when(story, "4 deal").then(
        BetSettled(3, "QS", "returned", 21, 10, 0, 0, 70, 4, 90),
        BetSettled(2, "8H", "returned", 21, 10, 0, 0, 70, 4, 100),
        SideBetSettled(1, 3, 2, "returned", 21, 30, 0, 0, 100, 100),
        BankPassed(4, 3, 0, 100, 21),
        CardsGathered(21),
        RoundEnded(1, 0),
        DeckRevealed(FIRST, SEED.hex(), used=True),
    )
    assert stacks(story) == FOUR


def test_rules_20_and_21_what_is_returned_was_won_by_nobody() -> None:
    assert when(last_card_dealt(*TWO), "4 deal").of(CommissionTaken) == ()


def test_rule_21_it_also_holds_before_there_is_any_bet() -> None:
    for moves in ((), ("4 deal", "3 accept-card")):
        outcome = when(last_card_dealt(*moves), "4 deal")
        assert outcome.of(CardsGathered) == (CardsGathered(21),)


def longest(last: str) -> str:
    """A pack in which the mates of the banker's card, of the named rank, come last."""
    first, *others = (card for card in PACK if rank(card) != last)
    mates = [card for card in PACK if rank(card) == last]
    return " ".join((first, mates[0], *others, *mates[1:]))


@pytest.mark.parametrize("accept", [True, False], ids=["who is asked accepts", "who is asked refuses"])
@pytest.mark.parametrize("choice", ["deal-on", "new-card"])
def test_rule_21_the_box_lasts_however_late_the_bankers_match_comes(accept: bool, choice: str) -> None:
    story = playing(longest("9"), *first_bet(), stacks={1: 100, 2: 100, 3: 100, 4: 500})
    while story.state.in_round:
        pending = story.state.play.pending
        match type(pending).__name__:
            case "CardOffer":
                story = after(story, f"{pending.seat} {'accept' if accept else 'refuse'}-card")
            case "StakeDue":
                story = after(story, f"{pending.seat} stake 1")
            case "CoverDue":
                story = after(story, "4 cover 1")
            case "NewCardDue":
                story = after(story, f"4 {choice}")
            case _:
                assert story.state.decks.current.left > 0
                story = after(story, "4 deal")
    assert sum(stacks(story).values()) == 800
