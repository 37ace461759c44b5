"""Blackjack, rule 27: the end of the pack."""

from typing import Any

from msgspec.structs import replace
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
    settled,
    shuffling,
)
from tests.support.moves import after, when
from tests.support.story import SEED, Story

from croupier.domain.catalogue import DECIDERS
from croupier.domain.decks.events import DiscardsShuffled
from croupier.domain.games.blackjack.events.cards import CardDealt, CardRefused, GoRoundEnded
from croupier.domain.games.blackjack.events.hands import HandStood
from croupier.domain.games.blackjack.state import Dealt
from croupier.domain.shuffle import Draws, shuffled
from croupier.domain.table.bank.events import BankerNamed

BUST = ("2 hit",)
"""Seat 2 is bust at once, and its three cards are discards."""

CARDS = "TC TD 9H 6C 8D 8H KC"
"""Seat 2 gets sixteen and would draw a king, seat 3 eighteen, the banker seventeen."""


def dealt_out(story: Story, keep: int = 0) -> Story:
    """The same table with a pack of which all further cards but the first `keep` are gone."""
    table = story.state
    deck = table.decks.current
    end = deck.dealt + keep
    short = replace(deck, cards=deck.cards[:end], size=end)
    story.state = replace(table, decks=replace(table.decks, current=short))
    return story


def test_rule_27_when_the_pack_is_reached_the_discards_are_shuffled_and_dealing_goes_on() -> None:
    history = opened("TC 2D 9H 6C 3D 8H KC", "6C")
    story = dealt_out(given(history, "1 start-round", *bets(5, 5)), keep=1)
    story = after(story, *BUST)
    when(story, "3 hit").then(DiscardsShuffled(FIRST, 2, (0, 3, 6)), CardDealt(3, 1, "6C", 7, "up", 10))
    table = after(story, "3 hit").state
    assert table.decks.current.cards[7:] == ("6C", "TC", "KC")
    assert table.play.discards == ()


def test_rule_27_the_shuffle_of_the_discards_is_the_next_of_the_seed() -> None:
    story = given((*shuffling(TWO), BankerNamed(1)), "1 start-round", *bets(5))
    deck = story.state.decks.current
    play = replace(story.state.play, discards=(0, 2))
    story.state = replace(story.state, play=play)
    dealt_out(story)
    moves = when(story, "2 hit")
    assert moves.events[0] == DiscardsShuffled(FIRST, 3, (0, 2))
    order = shuffled((deck.cards[0], deck.cards[2]), Draws.of_deck(FIRST, SEED, {}, 3))
    assert moves.events[1] == CardDealt(2, 1, order[0], 4, "up", 10)


def test_rule_27_a_list_that_names_another_card_than_a_discard_is_impossible() -> None:
    story = dealt_out(given(opened(CARDS, "2S"), "1 start-round", *bets(5, 5)), keep=1)
    when(after(story, *BUST), "3 hit").then_refused("impossible-deck")


def test_rule_27_without_a_named_list_for_the_shuffle_a_test_table_deals_no_more() -> None:
    story = after(dealt_out(playing(CARDS, *bets(5, 5)), keep=1), *BUST)
    when(story, "3 hit").then_refused("no-deck-left")
    assert commands(story, 3) == ["stand"]


def test_rule_27_with_no_discards_who_asks_for_a_card_stands_instead() -> None:
    story = dealt_out(playing(CARDS, *bets(5, 5)))
    assert commands(story, 2) == ["hit", "stand"]
    when(story, "2 hit").then(HandStood(2, 1, 27))


def test_rule_27_the_banker_too() -> None:
    story = dealt_out(playing(CARDS, *bets(5, 5), "2 stand", "3 stand"))
    assert when(story, "1 hit").events[0] == HandStood(1, 1, 27)
    assert settled(story, "1 hit") == [(2, "lost", 12, -5), (3, "won", 12, 5)]


def test_rules_13_and_27_nobody_splits_without_cards_for_both_hands() -> None:
    story = dealt_out(playing("8C TD 8D 7H", *bets(5), stacks=TWO), keep=1)
    when(story, "2 split").then_refused("may-not-split", rule=13)
    assert commands(story, 2) == ["hit", "stand"]


def test_rule_27_by_hand_who_asks_stands_at_once_and_nothing_can_be_dealt() -> None:
    moves = (*dealt(2, 3, 1, face="down"), *bets(5, 5), *dealt(2, 3, 1, face="up"))
    story = dealt_out(by_hand(CARDS, *moves))
    when(story, "2 hit").then(HandStood(2, 1, 27))
    when(story, "1 deal-card 3 up").then_refused("wrong-phase", rule=25)
    assert commands(story, 1) == []


def test_rule_27_by_hand_who_waits_for_a_card_that_went_to_another_stands() -> None:
    moves = (*dealt(2, 3, 1, face="down"), *bets(5, 5), *dealt(2, 3, 1, face="up"), "2 hit")
    story = dealt_out(by_hand(CARDS, *moves), keep=1)
    assert when(story, "1 deal-card 3 up").events[-1] == HandStood(2, 1, 27)


def test_rule_27_a_refused_card_at_the_bottom_is_the_last_to_come() -> None:
    moves = (*dealt(2, 3, 1, face="down"), *bets(5, 5), *dealt(2, 3, 1, face="up"))
    story = dealt_out(by_hand(CARDS, *moves), keep=1)
    story = after(story, "1 deal-card 3 up")
    when(story, "3 refuse-card").then(CardRefused(3, 1, 6, 23))
    story = after(story, "3 refuse-card", "2 hit")
    assert when(story, "1 deal-card 2 up").events[0] == CardDealt(2, 1, "KC", 7, "up", 10)


def test_rule_27_a_second_go_round_that_cannot_be_dealt_ends_there() -> None:
    story = dealt_out(by_hand(CARDS, *dealt(2, 3, 1, face="down"), *bets(5, 5)), keep=2)
    story = after(story, "1 deal-card 2 up")
    assert when(story, "1 deal-card 3 up").events[-1] == GoRoundEnded(2)
    story = after(story, "1 deal-card 3 up", "2 stand", "3 stand")
    assert story.state.play.own == (Dealt(2, "down", "9H"),)
    assert settled(story, "1 stand") == [(2, "won", 12, 5), (3, "won", 12, 5)]


def test_rule_27_who_does_not_know_the_seed_counts_along() -> None:
    story = given((*shuffling(TWO, BY_HAND), BankerNamed(1)), "1 start-round")
    decider = DECIDERS["blackjack"]
    deck = replace(story.state.decks.current, cards=(), seed=None, dealt=52)
    table: Any = replace(story.state, decks=replace(story.state.decks, current=deck))
    table = decider.evolve(table, DiscardsShuffled(FIRST, 2, (0, 2, 5)))
    assert table.decks.current.left == 3
    assert table.decks.current.cards == ()
