"""Blackjack, rules 21 and 25: dealing by hand, and the burn that was left out."""

import pytest
from tests.support.blackjack import (
    BY_HAND,
    FIRST,
    TWO,
    bets,
    by_hand,
    commands,
    dealt,
    given,
    opened,
    playing,
    shuffling,
)
from tests.support.moves import after, when
from tests.support.story import SEED

from croupier.domain.cards import PACK
from croupier.domain.catalogue import GAMES
from croupier.domain.decks.events import DeckReshuffled
from croupier.domain.games.blackjack.commands import BlackjackRules
from croupier.domain.games.blackjack.events.cards import (
    BurnDemanded,
    CardBurned,
    CardDealt,
    GoRoundEnded,
    GoRoundStarted,
)
from croupier.domain.games.blackjack.events.hands import BankerTurnedUp, CardAsked, HandStood
from croupier.domain.games.blackjack.hands import hand_at
from croupier.domain.options import OneOf, Option
from croupier.domain.shuffle import Draws, shuffled
from croupier.domain.table.bank.events import BankerNamed

GAME = GAMES["blackjack"]
CARDS = "TC TD 9H 9C 7D 8H 2S 3S"
FIRST_ROUND = dealt(2, 3, 1, face="down")
SECOND_ROUND = dealt(2, 3, 1, face="up")
DRAWING = (*FIRST_ROUND, *bets(5, 5), *SECOND_ROUND)


def order(shuffle: int) -> tuple[str, ...]:
    return shuffled(PACK, Draws.of_deck(FIRST, SEED, {}, shuffle))


def test_rule_25_the_round_begins_with_a_shuffled_pack_and_nothing_dealt() -> None:
    story = by_hand(CARDS)
    assert GAME.options(story.state, 1) == (
        Option("burn"),
        Option("deal-card", {"to": OneOf((2, 3, 1)), "face": OneOf(("up", "down"))}),
    )
    assert commands(story, 2) == ["demand-burn"]


def test_rule_25_the_banker_says_to_whom_each_card_goes_and_how() -> None:
    story = by_hand(CARDS)
    when(story, "1 deal-card 3 down").then(CardDealt(3, 1, None, 0, "down", 4))
    when(story, "1 deal-card 3 up").then(CardDealt(3, 1, "TC", 0, "up", 4))
    when(story, "2 deal-card 2 down").then_refused("not-the-banker", rule=25)
    when(story, "1 deal-card 5 down").then_refused("unknown-target", rule=25)


def test_rule_25_the_first_go_round_ends_with_the_bankers_own_card() -> None:
    story = by_hand(CARDS, *dealt(2, 3, face="down"))
    when(story, "1 deal-card 1 down").then(CardDealt(1, 1, None, 2, "down", 4), GoRoundEnded(1))
    story = after(story, "1 deal-card 1 down")
    when(story, "1 deal-card 2 up").then_refused("wrong-phase", rule=25)
    when(story, "1 deal-card 1 up").then_refused("wrong-phase", rule=25)


def test_rule_25_the_second_go_round_begins_with_its_first_card_and_ends_with_the_bankers() -> None:
    story = by_hand(CARDS, *FIRST_ROUND, *bets(5, 5))
    when(story, "1 deal-card 2 up").then(GoRoundStarted(2), CardDealt(2, 1, "9C", 3, "up", 7))
    story = after(story, *dealt(2, 3, face="up"))
    when(story, "1 deal-card 1 up").then(CardDealt(1, 1, "8H", 5, "up", 7), GoRoundEnded(2))


def test_the_second_go_round_ends_with_the_bankers_card_whoever_was_skipped_in_it() -> None:
    story = by_hand(CARDS, *FIRST_ROUND, *bets(5, 5), *dealt(2, face="up"))
    when(story, "1 deal-card 1 up").then(CardDealt(1, 1, "7D", 4, "up", 7), GoRoundEnded(2))


def test_who_was_skipped_in_the_second_go_round_plays_on_with_his_one_card() -> None:
    story = by_hand(CARDS, *FIRST_ROUND, *bets(5, 5), *dealt(2, 1, face="up"), "2 stand")
    assert commands(story, 3) == ["hit", "stand"]
    drawn = after(story, "3 hit", "1 deal-card 3 up")
    assert len(hand_at(drawn.state.play, 3, 1).cards) == 2
    assert commands(drawn, 3) == ["hit", "stand"]
    when(story, "3 stand").then(HandStood(3, 1, 10), BankerTurnedUp(1, ("9H", "7D"), 16, 11))


def test_rule_25_the_others_draw_while_the_seat_in_turn_has_an_open_accident() -> None:
    story = by_hand(CARDS, *DRAWING, "1 deal-card 2 up")
    assert story.state.play.accidents
    assert commands(story, 3) == ["hit", "stand"]
    story = when(story, "3 stand").then(HandStood(3, 1, 10))
    when(story, "1 stand").then_refused("not-your-turn")
    assert "hit" in commands(after(story, "2 refuse-card"), 2)


def test_rule_25_hit_asks_and_deal_card_gives() -> None:
    story = by_hand(CARDS, *DRAWING)
    when(story, "2 hit").then(CardAsked(2, 1))
    story = after(story, "2 hit")
    assert commands(story, 2) == []
    when(story, "2 hit").then_refused("wrong-phase", rule=25)
    when(story, "2 stand").then_refused("wrong-phase", rule=25)
    when(story, "1 deal-card 2 up").then(CardDealt(2, 1, "2S", 6, "up", 10), HandStood(2, 1, 10))


def test_rule_25_a_card_dealt_in_drawing_may_be_face_down() -> None:
    story = by_hand(CARDS, *DRAWING, "2 stand", "3 hit")
    when(story, "1 deal-card 3 down").then(CardDealt(3, 1, None, 6, "down", 10))


def test_rule_25_the_banker_deals_his_own_cards_with_hit() -> None:
    story = by_hand(CARDS, *DRAWING, "2 stand", "3 stand")
    when(story, "1 deal-card 1 up").then_refused("unknown-target", rule=25)
    when(story, "1 hit").then(CardDealt(1, 1, "2S", 6, "up", 11))


@pytest.mark.parametrize(
    ("moves", "to"),
    [
        (("1 deal-card 2 down", "1 deal-card 2 down"), 2),
        (("1 deal-card 2 down", "1 deal-card 2 down", "2 keep-card TC"), 2),
        (("1 deal-card 2 down", "1 deal-card 2 down", "2 play-both"), 2),
        (("1 deal-card 2 down", "1 deal-card 2 down", "1 deal-card 1 down"), 1),
        ((*FIRST_ROUND, *bets(5, 5), "1 deal-card 2 up", "1 deal-card 2 up"), 2),
        ((*FIRST_ROUND, *bets(5, 5), "1 deal-card 2 up", "1 deal-card 2 up", "2 keep-card 7D"), 2),
        ((*FIRST_ROUND, *bets(5, 5), "1 deal-card 2 up", "1 deal-card 2 up", "1 deal-card 1 up"), 1),
        ((*DRAWING, "2 stand"), 2),
        ((*DRAWING, "2 stand"), 1),
        ((*DRAWING, "2 stand", "3 stand"), 3),
        ((*DRAWING, "1 deal-card 2 up"), 2),
    ],
)
def test_rule_25_a_card_that_fits_nothing_is_refused(moves: tuple[str, ...], to: int) -> None:
    when(by_hand(CARDS, *moves), f"1 deal-card {to} up").then_refused("unknown-target", rule=25)


def test_rule_25_the_bankers_card_does_not_end_the_go_round_while_an_accident_is_open() -> None:
    story = by_hand(CARDS, *dealt(2, 2, 3, 1, face="down"))
    when(story, "3 stake 5").then_refused("wrong-phase")
    assert when(story, "2 keep-card TC").events[-1] == GoRoundEnded(1)


def test_in_automatic_dealing_nothing_is_dealt_or_demanded_by_hand() -> None:
    story = playing(CARDS)
    for move in ("1 deal-card 2 up", "1 burn", "2 demand-burn", "2 demand-card", "2 withdraw"):
        when(story, move).then_refused("wrong-phase")


def test_rule_21_the_banker_may_burn_unasked_before_the_first_card_only() -> None:
    story = by_hand(CARDS, burned="KC")
    when(story, "1 burn").then(CardBurned("KC", 3))
    when(story, "2 burn").then_refused("not-the-banker", rule=25)
    burned = after(story, "1 burn")
    when(burned, "1 burn").then_refused("wrong-phase", rule=21)
    when(burned, "2 demand-burn").then_refused("wrong-phase", rule=21)
    when(after(story, "1 deal-card 2 down"), "1 burn").then_refused("wrong-phase", rule=21)


def test_rule_21_any_player_may_demand_the_burn_until_the_first_go_round_ends() -> None:
    story = by_hand(CARDS, "1 deal-card 2 down")
    when(story, "2 demand-burn").then(BurnDemanded(2))
    when(story, "3 demand-burn").then(BurnDemanded(3))
    when(story, "1 demand-burn").then_refused("not-your-turn", rule=21)
    when(by_hand(CARDS), "3 demand-burn").then(BurnDemanded(3))
    when(by_hand(CARDS, *FIRST_ROUND), "3 demand-burn").then_refused("wrong-phase", rule=21)


def test_rule_21_nothing_is_dealt_until_it_is_done_and_the_deal_starts_again() -> None:
    story = given(
        opened("KC QC", "TC TD", rules=BY_HAND), "1 start-round", *dealt(2, 2, face="down"), "3 demand-burn"
    )
    for move in ("1 deal-card 3 down", "2 demand-burn", "3 demand-card"):
        when(story, move).then_refused("wrong-phase")
    assert commands(story, 1) == ["burn"]
    when(story, "1 burn").then(DeckReshuffled(FIRST, 2, 1), CardBurned(None, 21))
    story = after(story, "1 burn")
    assert story.state.play.hands == story.state.play.accidents == ()
    when(story, "1 deal-card 2 up").then(CardDealt(2, 1, "TC", 0, "up", 4))


def test_rule_21_a_demanded_burn_of_shuffled_cards_goes_by_further_shuffles() -> None:
    story = given((*shuffling(TWO, BY_HAND), BankerNamed(1)), "1 start-round", "1 deal-card 2 down")
    story = after(story, "2 demand-burn")
    when(story, "1 burn").then(
        DeckReshuffled(FIRST, 2, 1), CardBurned(order(2)[0], 21), DeckReshuffled(FIRST, 3, 1)
    )
    table = after(story, "1 burn").state
    assert table.decks.current.cards == order(3)
    assert table.play.exposed == order(2)[0]


def test_rule_21_a_demanded_burn_may_be_dealt_on_as_it_lies() -> None:
    rules = BlackjackRules(dealing="manual", after_burn="deal")
    story = given((*shuffling(TWO, rules), BankerNamed(1)), "1 start-round", "2 demand-burn", "1 burn")
    deck = story.state.decks.current
    assert deck.cards[deck.dealt :] == order(2)[1:]


def test_rule_21_without_a_named_pack_a_demanded_burn_cannot_be_done() -> None:
    story = by_hand(CARDS, "2 demand-burn")
    assert commands(story, 1) == []
    when(story, "1 burn").then_refused("no-deck-left")


def test_rule_11_a_banker_who_dealt_to_nobody_has_nobody_to_play_against() -> None:
    story = by_hand(CARDS, "1 deal-card 1 down")
    assert commands(story, 2) == commands(story, 3) == ["demand-card"]
    story = after(story, "1 no-double", "1 deal-card 1 up")
    assert not story.state.in_round


def test_rule_11_the_banker_turns_up_what_he_dealt_himself() -> None:
    story = by_hand(CARDS, *DRAWING, "2 stand")
    assert when(story, "3 stand").of(BankerTurnedUp) == (BankerTurnedUp(1, ("9H", "8H"), 17, 11),)
