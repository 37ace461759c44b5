"""Blackjack: the default action for who does not act in time, and whose time it is."""

import pytest
from tests.support.blackjack import BY_HAND, TWO, bets, by_hand, dealt, given, opened, playing
from tests.support.moves import after, when

from croupier.domain.catalogue import GAMES
from croupier.domain.games.blackjack.commands import BlackjackLimits
from croupier.domain.games.blackjack.events.bank import BankRefused
from croupier.domain.games.blackjack.events.cards import (
    CardBurned,
    CardDealt,
    CardKept,
    GoRoundEnded,
    GoRoundStarted,
)
from croupier.domain.games.blackjack.events.hands import HandStood
from croupier.domain.games.blackjack.events.stakes import DoubleDeclined, RedoubleDeclined, StakePlaced
from croupier.domain.games.blackjack.view import view
from croupier.domain.table.bank.events import BankPassed
from croupier.domain.table.clock import Awaited
from croupier.domain.table.events import RoundEnded

GAME = GAMES["blackjack"]
CARDS = "TC TD 9H 9C 7D 8H 2S 3S"
FIRST_ROUND = dealt(2, 3, 1, face="down")
DRAWING = (*FIRST_ROUND, *bets(5, 5), *dealt(2, 3, 1, face="up"))
NATURAL = ("AC 9S TC 9H", *bets(5))
LATE = "clock expire-turn"


def test_a_stake_is_the_minimum() -> None:
    story = playing(CARDS, limits=BlackjackLimits(5, 20))
    when(story, LATE).then(StakePlaced(2, 1, 5, 95))
    assert GAME.awaits(story.state) == Awaited(2, "turn")


def test_a_stake_on_two_hands_is_the_minimum_on_each() -> None:
    moves = (*dealt(2, 2, face="down"), "2 play-both", "1 deal-card 1 down")
    when(by_hand(CARDS, *moves, stacks=TWO), LATE).then(StakePlaced(2, 1, 1, 99), StakePlaced(2, 2, 1, 98))


def test_the_banker_does_not_double() -> None:
    story = playing(CARDS, "2 stake 5", "3 stake 5")
    assert when(story, LATE).events[:2] == (DoubleDeclined(1), GoRoundStarted(2))
    assert GAME.awaits(story.state) == Awaited(1, "bank")


def test_nobody_redoubles() -> None:
    story = playing(CARDS, "2 stake 5", "3 stake 5", "1 double")
    when(story, LATE).then(RedoubleDeclined(2))


def test_a_player_stands() -> None:
    when(playing(CARDS, *bets(5, 5)), LATE).then(HandStood(2, 1, 10))


def test_the_banker_stands() -> None:
    story = playing(CARDS, *bets(5, 5), "2 stand", "3 stand")
    assert GAME.awaits(story.state) == Awaited(1, "bank")
    assert when(story, LATE).events[0] == HandStood(1, 1, 11)


def test_who_won_the_bank_takes_it() -> None:
    story = playing(*NATURAL, stacks=TWO)
    assert GAME.awaits(story.state) == Awaited(2, "turn")
    when(story, LATE).then(BankPassed(1, 2, 0, 90, 18), RoundEnded(1, 0))


def test_who_is_offered_the_bank_refuses_it() -> None:
    when(playing(*NATURAL, "2 sell-bank 1 5", stacks=TWO), LATE).then(BankRefused(2, 1))


def test_an_exposed_card_is_accepted() -> None:
    story = playing("TC KC TD 9H", burned="KC")
    assert GAME.awaits(story.state) == Awaited(3, "turn")
    assert when(story, LATE).events[0] == CardDealt(3, 1, "KC", 1, "down", 24)


@pytest.mark.parametrize(
    ("moves", "kept"),
    [
        (dealt(2, 2, face="down"), CardKept(2, 1, 0, 1, 22)),
        ((*FIRST_ROUND, *bets(5, 5), *dealt(2, 2, face="up")), CardKept(2, 1, 3, 4, 22)),
        ((*DRAWING, "1 deal-card 3 up"), CardKept(3, 1, 6, None, 23)),
    ],
)
def test_of_two_cards_the_first_is_kept_and_so_is_an_unasked_one(
    moves: tuple[str, ...], kept: CardKept
) -> None:
    assert when(by_hand(CARDS, *moves), LATE).events[0] == kept


def test_by_hand_a_late_banker_burns_and_then_deals_as_he_ought_to() -> None:
    story = by_hand(CARDS, burned="KC")
    assert GAME.awaits(story.state) == Awaited(1, "bank")
    when(story, LATE).then(CardBurned("KC", 3))
    when(after(story, LATE), LATE).then(
        CardDealt(2, 1, None, 0, "down", 4),
        CardDealt(3, 1, None, 1, "down", 4),
        CardDealt(1, 1, None, 2, "down", 4),
        GoRoundEnded(1),
    )


def test_by_hand_the_rest_of_a_go_round_is_dealt_for_him() -> None:
    story = by_hand(CARDS, "1 deal-card 3 up")
    assert when(story, LATE).events[-1] == GoRoundEnded(1)
    story = after(story, LATE, *bets(5, 5))
    when(story, LATE).then(
        GoRoundStarted(2),
        CardDealt(2, 1, "9C", 3, "up", 7),
        CardDealt(3, 1, None, 4, "down", 7),
        CardDealt(1, 1, "8H", 5, "up", 7),
        GoRoundEnded(2),
    )


def test_by_hand_a_demanded_burn_is_done_for_him() -> None:
    story = given(opened(CARDS, CARDS, rules=BY_HAND), "1 start-round", "2 demand-burn")
    assert when(story, LATE).events[-1] == CardBurned(None, 21)


def test_by_hand_the_card_asked_for_is_dealt_for_him() -> None:
    story = by_hand(CARDS, *DRAWING, "2 hit")
    assert GAME.awaits(story.state) == Awaited(1, "bank")
    assert when(story, LATE).events[0] == CardDealt(2, 1, "2S", 6, "up", 10)


def test_an_open_accident_comes_before_the_turn() -> None:
    story = by_hand(CARDS, *DRAWING, "1 deal-card 3 up")
    assert view(story.state, None).awaited == (2, 3)
    assert GAME.awaits(story.state) == Awaited(3, "turn")
    assert when(story, LATE).of(CardKept) == (CardKept(3, 1, 6, None, 23),)


def test_a_bust_that_is_not_declared_in_time_stands() -> None:
    rules = GAMES["blackjack"].rules(bust="declared")
    story = playing("TC TD 6C 8D KC", *bets(5), "2 hit", rules=rules, stacks=TWO)
    assert when(story, LATE).events[0] == HandStood(2, 1, 10)
