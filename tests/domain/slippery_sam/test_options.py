"""What a Slippery Sam table offers, to whom."""

from typing import Any

from tests.support.slippery_sam import banking, given, opened, playing, seated

from croupier.domain.amounts import MOST
from croupier.domain.games.slippery_sam.commands import BuyUpcard
from croupier.domain.games.slippery_sam.options import options
from croupier.domain.options import Option, Range

CARDS = "2C 5C 3C 6C 4C 7C AD AH AS KD"


def set_bank(least: int, greatest: int) -> Option:
    return Option("set-bank", {"amount": Range(least, greatest)})


def bet(least: int, greatest: int) -> Option:
    return Option("bet", {"stake": Range(least, greatest)})


def offered(table: Any) -> dict[Any, tuple[Option, ...]]:
    """What is offered to whom; who is offered nothing is left out."""
    return {by: found for by in ("house", *table.seats) if (found := options(table, by))}


def test_the_banker_is_offered_to_put_up_a_bank_then_to_deal() -> None:
    assert offered(given(opened("", banker=2), seated(1), seated(2)).state) == {2: (set_bank(5, 100),)}
    assert offered(given(opened("", banker=2), seated(1), seated(2, 3)).state) == {2: (set_bank(3, 3),)}
    story = given(opened(""), seated(1), seated(2), banking(2, 60, 40))
    assert offered(story.state) == {2: (Option("start-round"),)}


def test_nothing_is_offered_that_would_not_do() -> None:
    assert offered(given(opened("", banker=2), seated(1), seated(2, 0)).state) == {}
    assert offered(given(opened(""), seated(2), banking(2, 60, 40)).state) == {}
    assert offered(given(opened(), seated(1), seated(2), banking(2, 60, 40)).state) == {}


def test_the_seat_in_turn_is_offered_to_bet_and_to_buy_and_at_last_to_pass() -> None:
    story = playing(CARDS, bank=30)
    for bank in (30, 36, 42):
        assert offered(story.state) == {2: (bet(5, bank), Option("buy-upcard"))}
        story = story.when(BuyUpcard(), by=2).accepted()
    assert offered(story.state) == {2: (bet(5, 48), Option("pass"))}


def test_a_seat_is_offered_what_its_stack_allows() -> None:
    assert offered(playing(CARDS, bank=30, stacks={2: 7}).state) == {2: (bet(5, 7), Option("buy-upcard"))}
    assert offered(playing(CARDS, bank=30, stacks={2: 5}).state) == {2: (bet(5, 5),)}
    assert offered(playing(CARDS, bank=20, stacks={2: 4}).state) == {2: (Option("buy-upcard"),)}
    assert offered(playing(CARDS, bank=20, stacks={2: 3}).state) == {2: (Option("pass"),)}


def test_with_a_bank_below_the_minimum_the_whole_bank_is_the_only_bet() -> None:
    assert offered(playing(CARDS, bank=3).state) == {2: (bet(3, 3), Option("buy-upcard"))}


def test_no_more_is_offered_than_one_command_may_move() -> None:
    rich = 3 * MOST
    assert offered(given(opened("", banker=2), seated(1), seated(2, rich)).state) == {2: (set_bank(5, MOST),)}
    [(stake, _)] = offered(playing(CARDS, bank=2 * MOST, stacks={2: rich}).state).values()
    assert stake == bet(5, MOST)
