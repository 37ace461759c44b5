"""What a viewer may see of a table, and what it may do there."""

from typing import Any

import pytest
from msgspec import json
from tests.support.baccarat import (
    FIRST,
    LIMITS,
    RULES,
    SECOND,
    betting,
    given,
    opened,
    placed,
    seated,
    started,
)
from tests.support.story import SEED, Story, commitment_to

from croupier.domain.amounts import MOST
from croupier.domain.catalogue import GAMES
from croupier.domain.decks.events import EntropyContributed
from croupier.domain.decks.view import CommitmentView, DecksView, DeckView
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal
from croupier.domain.games.baccarat.state import Bet
from croupier.domain.games.baccarat.view import BaccaratView, CoupView, HandView
from croupier.domain.options import OneOf, Option, Range, Text
from croupier.domain.table.commands import ENTROPY_PATTERN, REASON_PATTERN
from croupier.domain.table.events import LeaveAsked, TableClosed
from croupier.domain.table.state import StakeLimits
from croupier.domain.texts import portable
from croupier.domain.view import SeatView, TableView, table_options, table_view

GAME = GAMES["baccarat"]
NATURAL_NINE = "9C KD TC 7H"
CONTRIBUTE = Option("contribute", {"entropy": Text(portable(ENTROPY_PATTERN))})


def options(story: Story, viewer: Any) -> tuple[Option, ...]:
    return table_options(GAME, story.state, viewer)


def test_a_table_is_seen_with_its_seats_chips_and_bets() -> None:
    story = betting(NATURAL_NINE, placed(1, "tie", 10, 990), LeaveAsked(1))
    assert table_view(GAME, story.state, None) == TableView(
        table="baccarat-1",
        game="baccarat",
        rules_version="baccarat/1",
        status="open",
        rules=RULES,
        limits=LIMITS,
        round=1,
        in_round=True,
        voided=0,
        seats=(SeatView(1, "ann", 990, leaving=True),),
        bank=0,
        in_play=10,
        house=0,
        banker=None,
        times=None,
        clock=None,
        decks=DecksView(
            fixed=True,
            coming=CommitmentView(SECOND, commitment_to(SECOND), {}),
            current=DeckView(FIRST, commitment_to(FIRST), {}, shuffle=1, dealt=0, left=416),
        ),
        play=BaccaratView("betting", (Bet(1, "tie", 10),), None),
    )


def test_the_last_coup_is_seen_with_the_values_of_the_hands() -> None:
    story = betting(NATURAL_NINE).when(Deal()).accepted()
    assert table_view(GAME, story.state, None).play == BaccaratView(
        "idle", (), CoupView(HandView(("9C", "TC"), 9), HandView(("KD", "7H"), 7), "player")
    )


def test_contributions_are_seen_in_hex() -> None:
    story = given(opened(), seated(), EntropyContributed(1, FIRST, "c0ffee"))
    coming = table_view(GAME, story.state, None).decks.coming
    assert coming == CommitmentView(FIRST, commitment_to(FIRST), {1: "c0ffee"})
    assert not table_view(GAME, story.state, None).decks.fixed


@pytest.mark.parametrize("viewer", [None, 1, "house"])
def test_nobody_sees_a_seed_or_a_card_that_is_still_to_come(viewer: Any) -> None:
    story = betting(NATURAL_NINE)
    seen = json.encode(table_view(GAME, story.state, viewer)).decode()
    assert SEED.hex() not in seen
    assert not any(card in seen for card in NATURAL_NINE.split())


def test_a_player_without_a_seat_may_take_a_free_one_between_rounds() -> None:
    story = given(opened(), seated(1), seated(3))
    free = (2, *range(4, 15))
    assert options(story, None) == (Option("take-seat", {"seat": OneOf(free), "buy_in": Range(0, MOST)}),)
    assert options(betting(NATURAL_NINE), None) == ()


def test_between_rounds_a_seat_may_top_up_leave_and_contribute() -> None:
    assert options(given(opened(), seated(1)), 1) == (
        CONTRIBUTE,
        Option("leave"),
        Option("top-up", {"amount": Range(1, MOST)}),
    )


def test_in_a_round_a_seat_may_bet_within_limits_and_stack_and_withdraw() -> None:
    story = betting(
        NATURAL_NINE,
        placed(1, "player", 40, 960),
        placed(1, "banker", 46, 914),
        limits=StakeLimits(5, 50),
    )
    assert options(story, 1) == (
        Option("place-bet", {"on": OneOf(("player",)), "stake": Range(5, 10)}),
        Option("place-bet", {"on": OneOf(("tie",)), "stake": Range(5, 50)}),
        Option("withdraw-bet", {"on": OneOf(("player", "banker"))}),
        CONTRIBUTE,
        Option("leave"),
    )


def test_a_seat_is_offered_no_more_than_its_stack_holds() -> None:
    story = given(opened(limits=StakeLimits(5, 50)), seated(1, 7), seated(2, 4), started())
    assert {option.fields["stake"] for option in options(story, 1) if option.command == "place-bet"} == {
        Range(5, 7)
    }
    assert options(story, 2) == (CONTRIBUTE, Option("leave"))


def test_a_seat_that_has_just_the_least_stake_is_offered_to_bet_it() -> None:
    story = given(opened(limits=StakeLimits(5, 5)), seated(1, 5), started())
    offered = [option.fields["stake"] for option in options(story, 1) if option.command == "place-bet"]
    assert offered == [Range(5, 5)] * 3


def test_who_leaves_at_the_end_of_the_round_is_not_offered_to_leave() -> None:
    assert Option("leave") not in options(betting(NATURAL_NINE, LeaveAsked(1)), 1)


def test_the_house_starts_a_round_or_closes_the_table_and_in_a_round_deals_or_voids_it() -> None:
    assert options(given(opened()), "house") == (Option("start-round"), Option("close-table"))
    void = Option("void-round", {"reason": Text(portable(REASON_PATTERN))})
    assert options(betting(NATURAL_NINE), "house") == (Option("deal"), void)


def test_the_house_is_offered_no_round_when_no_named_deck_is_left() -> None:
    rules = BaccaratRules(decks=1, cut_card=52)
    story = given(opened(NATURAL_NINE, rules=rules), started(packs=1)).when(Deal()).accepted()
    assert options(story, "house") == (Option("close-table"),)


def test_at_a_table_that_is_not_open_nothing_may_be_done() -> None:
    for story in (given(), given(opened(), seated(1), TableClosed())):
        for viewer in (None, "house"):
            assert options(story, viewer) == ()
