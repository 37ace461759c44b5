"""Sitting down, topping up and leaving, the same at every table."""

import pytest
from tests.support.baccarat import betting, given, opened, placed, seated, started
from tests.support.story import CLOCK, HOUSE, SEED, Story

from croupier.domain.decks.events import DeckRevealed
from croupier.domain.games.baccarat.commands import Deal, PlaceBet
from croupier.domain.table.commands import CloseTable, Leave, TakeSeat, TopUp
from croupier.domain.table.events import LeaveAsked, SeatLeft, SeatTaken, StackToppedUp, TableClosed

NATURAL_NINE = "9C KD TC 7H"


def leaving(*bets: object) -> Story:
    """Ann has asked to leave during a round."""
    return betting(NATURAL_NINE, *bets, LeaveAsked(1))


def test_a_player_sits_down_with_the_chips_he_buys() -> None:
    given(opened()).when(TakeSeat(3, 500), "ann").then(SeatTaken(3, "ann", 500))


def test_seats_are_kept_in_the_order_of_their_numbers() -> None:
    story = given(opened(), seated(7), seated(2))
    story = story.when(TakeSeat(4, 0), "dora").accepted()
    assert list(story.state.seats) == [2, 4, 7]


def test_a_seat_that_is_taken_is_refused() -> None:
    given(opened(), seated(3)).when(TakeSeat(3, 500), "ann").then_refused("seat-taken")


def test_nobody_has_two_seats_at_a_table() -> None:
    given(opened(), seated(1)).when(TakeSeat(2, 500), "ann").then_refused("already-seated")


def test_the_table_has_as_many_seats_as_its_game() -> None:
    given(opened()).when(TakeSeat(15, 500), "ann").then_refused("unknown-target")
    given(opened()).when(TakeSeat(14, 500), "ann").accepted()


@pytest.mark.parametrize("who", [HOUSE, CLOCK])
def test_only_players_have_seats(who: str) -> None:
    for command in (TakeSeat(2, 500), TopUp(1), Leave()):
        given(opened(), seated(1)).when(command, who).then_refused("not-seated")


def test_players_join_and_top_up_between_rounds_only() -> None:
    story = betting(NATURAL_NINE)
    story.when(TakeSeat(2, 500), "bob").then_refused("wrong-phase")
    story.when(TopUp(1), by=1).then_refused("wrong-phase")
    story.when(Deal()).accepted().when(TakeSeat(2, 500), "bob").accepted()


def test_topping_up_adds_to_the_stack() -> None:
    given(opened(), seated(1, 20)).when(TopUp(5), by=1).then(StackToppedUp(1, 5, 25))


def test_who_has_no_seat_neither_tops_up_nor_leaves() -> None:
    for command in (TopUp(1), Leave()):
        given(opened(), seated(1)).when(command, "bob").then_refused("not-seated")


def test_between_rounds_a_player_leaves_at_once_with_his_stack() -> None:
    story = given(opened(), seated(1, 20), seated(2)).when(Leave(), by=1).then(SeatLeft(1, "ann", 20))
    assert list(story.state.seats) == [2]


def test_a_seat_that_was_left_is_free_for_others() -> None:
    story = given(opened(), seated(1), SeatLeft(1, "ann", 1000))
    story.when(TakeSeat(1, 5), "bob").then(SeatTaken(1, "bob", 5))


def test_who_asks_to_leave_in_a_round_leaves_at_its_end() -> None:
    story = betting(NATURAL_NINE, placed(1, "player", 100, 900)).when(Leave(), by=1).then(LeaveAsked(1))
    assert story.when(Deal()).of(SeatLeft) == (SeatLeft(1, "ann", 1100),)


def test_who_leaves_at_the_end_of_the_round_still_plays_in_it() -> None:
    leaving().when(PlaceBet("tie", 10), by=1).accepted()


def test_leaving_is_not_asked_twice() -> None:
    leaving().when(Leave(), by=1).then_refused("wrong-phase")


def test_nobody_else_leaves_with_him() -> None:
    story = given(opened(NATURAL_NINE), seated(1), seated(2), started(), LeaveAsked(1))
    story = story.when(Deal()).accepted()
    assert list(story.state.seats) == [2]


def test_a_closing_table_cashes_everybody_out_and_reveals_its_decks() -> None:
    story = given(opened(), seated(1, 20), seated(2, 0))
    story = story.when(CloseTable()).then(
        SeatLeft(1, "ann", 20),
        SeatLeft(2, "bob", 0),
        DeckRevealed("baccarat-1/1", SEED.hex(), used=False),
        TableClosed(),
    )
    assert story.state.status == "closed"


def test_only_an_operator_closes_a_table() -> None:
    for who in (CLOCK, 1):
        given(opened(), seated(1)).when(CloseTable(), who).then_refused("not-the-banker")


def test_a_table_is_closed_between_rounds_only() -> None:
    betting(NATURAL_NINE).when(CloseTable()).then_refused("wrong-phase")
