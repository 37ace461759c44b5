"""Slippery Sam, rule 5: nobody sees a hand before it is settled; and what everybody sees."""

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.support.decks import committed
from tests.support.machine import Viewer
from tests.support.slippery_sam import FIRST, SECOND, banking, given, opened, playing, seated, shuffling
from tests.support.story import CLOCK

from croupier.domain.catalogue import GAMES
from croupier.domain.decks.events import DeckShuffled
from croupier.domain.decks.state import CommittedDeck
from croupier.domain.games.slippery_sam.commands import Bet, BuyUpcard, StartRound
from croupier.domain.games.slippery_sam.events import HandsDealt, TurnBegan, UpcardTurned
from croupier.domain.games.slippery_sam.hands import hand_of
from croupier.domain.games.slippery_sam.state import SettledBet
from croupier.domain.games.slippery_sam.view import SlipperySamView, TurnView
from croupier.domain.table.commands import ExpireTurn
from croupier.domain.table.events import RoundStarted
from croupier.domain.view import table_options, table_view

GAME = GAMES["slippery-sam"]
CARDS = "TH 5C JD 6C 4C 7C 9H AD KD"
"""Seat 2 gets TH JD 4C and seat 3 5C 6C 7C."""


def seen(table: Any) -> str:
    """All that the table's views and options tell to anybody, its owner of a hand included."""
    viewers: list[Viewer] = ["house", *table.seats, None]
    told = [(table_view(GAME, table, viewer), table_options(GAME, table, viewer)) for viewer in viewers]
    return json.encode(told).decode()


def shown(text: str, cards: str) -> list[str]:
    """Which of the cards the text tells."""
    return [card for card in cards.split() if f'"{card}"' in text]


def test_rule_5_after_the_deal_only_the_upcard_is_seen() -> None:
    story = given(opened(CARDS), seated(1), seated(2), seated(3), banking(1, 50, 50))
    outcome = story.when(StartRound(), by=1)
    events = json.encode(outcome.events).decode()
    table = outcome.accepted().state
    assert shown(events, CARDS) == ["9H"]
    assert shown(seen(table), CARDS) == ["9H"]
    assert [card for card in CARDS.split() if card in repr(table.play)] == ["9H"]


def test_rule_5_each_viewer_sees_the_same() -> None:
    table = playing(CARDS).state
    viewers: list[Viewer] = ["house", 1, 2, 3, None]
    assert len({json.encode(GAME.view(table, viewer)) for viewer in viewers}) == 1


def test_rules_5_and_9_of_a_hand_that_won_the_other_cards_stay_unseen() -> None:
    outcome = playing(CARDS).when(Bet(10), by=2)
    assert shown(json.encode(outcome.events).decode(), CARDS) == ["TH", "9H"]
    assert shown(seen(outcome.accepted().state), CARDS) == ["TH", "9H"]


def test_rules_5_and_10_a_hand_that_lost_is_seen_whole_and_no_other() -> None:
    story = playing(CARDS).when(BuyUpcard(), by=2).accepted()
    outcome = story.when(Bet(10), by=2)
    assert shown(json.encode(outcome.events).decode(), CARDS) == ["TH", "JD", "4C", "AD"]
    assert shown(seen(outcome.accepted().state), CARDS) == ["TH", "JD", "4C", "AD"]


def test_rule_5_a_hand_that_passed_stays_unseen() -> None:
    outcome = playing(CARDS).when(ExpireTurn(), CLOCK)
    assert shown(json.encode(outcome.events).decode(), CARDS) == []
    assert shown(seen(outcome.accepted().state), CARDS) == ["9H"]


def test_rules_5_and_13_hands_that_were_not_played_stay_unseen() -> None:
    outcome = playing(CARDS, bank=30).when(Bet(30), by=2)
    assert shown(json.encode(outcome.events).decode(), CARDS) == ["TH", "9H"]
    assert shown(seen(outcome.accepted().state), CARDS) == ["TH", "9H"]


def test_the_view_tells_whose_turn_it_is_and_what_was_settled() -> None:
    story = playing(CARDS, bank=40)
    assert GAME.view(story.state, None) == SlipperySamView("betting", "9H", TurnView(2, 8, 3), (3,), ())
    story = story.when(Bet(10), by=2).accepted()
    won = SettledBet(2, "9H", 10, "won", ("TH",))
    assert GAME.view(story.state, 3) == SlipperySamView("betting", "9H", TurnView(3, 6, 3), (), (won,))
    story = story.when(Bet(10), by=3).accepted()
    lost = SettledBet(3, "9H", 10, "lost", ("5C", "6C", "7C"))
    assert GAME.view(story.state, 3) == SlipperySamView("idle", "9H", None, (), (won, lost))


def test_the_view_tells_that_the_deal_is_awaited() -> None:
    story = given(opened(CARDS), seated(1), seated(2), banking(1, 50, 50))
    assert GAME.view(story.state, None) == SlipperySamView("dealing", None, None, (), ())


def unknowing(table: Any) -> Any:
    """The table as it is for who is not entrusted with the coming deck's seed."""
    coming = CommittedDeck(FIRST, "", None)
    return replace(table, decks=replace(table.decks, coming=coming))


def test_without_the_seed_the_events_are_followed_and_no_hand_can_be_made_up() -> None:
    story = given(shuffling(), seated(1), seated(2), banking(1, 50, 50))
    story.state = unknowing(story.state)
    for event in (
        RoundStarted(1),
        DeckShuffled(FIRST, 1, 1),
        *committed(SECOND),
        HandsDealt((2,)),
        UpcardTurned("9H", 3, 4),
        TurnBegan(2, 10),
    ):
        story.state = story.decider.evolve(story.state, event)
    assert "9H" in seen(story.state)
    with pytest.raises(IndexError):
        hand_of(story.state, 2)
    with pytest.raises(IndexError):
        story.when(Bet(10), by=2)
