"""Opening a table, and what cannot be done before and after its time."""

from typing import Any

import pytest
from tests.support.baccarat import FIRST, LIMITS, RULES, given, opened
from tests.support.story import CLOCK, FRESH_SEED, commitment_to, entrusted

from croupier.domain.decks.events import DeckCommitted
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal, StartRound
from croupier.domain.table.commands import CloseTable, Leave, OpenTable, TakeSeat
from croupier.domain.table.events import TableClosed, TableOpened
from croupier.domain.table.state import StakeLimits

OPEN = OpenTable(LIMITS, RULES)


def test_an_opened_table_is_bound_to_its_first_deck() -> None:
    outcome = given().when(OPEN)
    assert outcome.seeds == (entrusted(FIRST, FRESH_SEED),)
    story = outcome.then(TableOpened(RULES, LIMITS), DeckCommitted(FIRST, commitment_to(FIRST, FRESH_SEED)))
    assert story.state.status == "open"


def test_a_test_table_names_its_cards_in_the_record() -> None:
    fixed = FixedDecks((("9C", "KD"),))
    story = given().when(OpenTable(LIMITS, RULES, fixed)).accepted()
    assert story.state.decks.fixed == fixed


def test_a_table_is_opened_once() -> None:
    given(opened()).when(OPEN).then_refused("wrong-phase")
    given(opened(), TableClosed()).when(OPEN).then_refused("wrong-phase")


@pytest.mark.parametrize("who", [CLOCK, "ann"])
def test_only_an_operator_opens_a_table(who: Any) -> None:
    given().when(OPEN, who).then_refused("not-the-banker")


def test_limits_that_no_stake_could_obey_are_refused() -> None:
    given().when(OpenTable(StakeLimits(11, 10), RULES)).then_refused("invalid-limits")
    given().when(OpenTable(StakeLimits(10, 10), RULES)).accepted()


@pytest.mark.parametrize(
    ("packs", "cards"), [(1, ("9C", "9C")), (2, ("9C", "9C", "9C")), (8, ("1C",)), (8, ("",))]
)
def test_named_cards_that_the_packs_do_not_hold_are_refused(packs: int, cards: tuple[str, ...]) -> None:
    command = OpenTable(LIMITS, BaccaratRules(decks=packs), FixedDecks(((), cards)))
    given().when(command).then_refused("impossible-deck")


def test_no_seat_is_named_as_first_banker_where_the_house_banks() -> None:
    given().when(OpenTable(LIMITS, RULES, FixedDecks(banker=3))).then_refused("unknown-target")


@pytest.mark.parametrize("command", [StartRound(), Deal(), TakeSeat(1, 5), Leave(), CloseTable()])
def test_nothing_is_done_at_a_table_before_it_is_opened(command: Any) -> None:
    given().when(command).then_refused("wrong-phase")


@pytest.mark.parametrize("command", [StartRound(), Deal(), TakeSeat(1, 5), Leave(), CloseTable()])
def test_nothing_is_done_at_a_table_after_it_is_closed(command: Any) -> None:
    given(opened(), TableClosed()).when(command).then_refused("table-closed")
