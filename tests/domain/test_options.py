"""Options: commands with the bounds of their fields."""

from typing import Any

import pytest

from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.baccarat.commands import BaccaratRules, Deal, PlaceBet
from croupier.domain.options import OneOf, Option, Range, Text, allows, offers
from croupier.domain.table.commands import OpenTable
from croupier.domain.table.state import StakeLimits


@pytest.mark.parametrize(
    ("choice", "value", "allowed"),
    [
        (Range(2, 5), 2, True),
        (Range(2, 5), 5, True),
        (Range(2, 5), 1, False),
        (Range(2, 5), 6, False),
        (Range(2, 5), "3", False),
        (OneOf(("tie", 4)), "tie", True),
        (OneOf(("tie", 4)), 4, True),
        (OneOf(("tie", 4)), "player", False),
        (Text("^[0-9a-f]{2}$"), "0f", True),
        (Text("^[0-9a-f]{2}$"), "0g", False),
        (Text("^[0-9a-f]{2}$"), "0f\n", False),
        (Text("[0-9a-f]{2}"), "00f", False),
        (Text(".*"), 7, False),
    ],
)
def test_a_choice_allows_just_what_it_lists(
    choice: Range | OneOf | Text, value: object, allowed: bool
) -> None:
    assert allows(choice, value) is allowed


def test_an_option_offers_the_command_whose_fields_it_all_allows() -> None:
    options = (
        Option("place-bet", {"on": OneOf(("tie",)), "stake": Range(1, 5)}),
        Option("place-bet", {"on": OneOf(("player",)), "stake": Range(1, 9)}),
    )
    assert offers(options, PlaceBet("tie", 5))
    assert offers(options, PlaceBet("player", 9))
    assert not offers(options, PlaceBet("tie", 9))
    assert not offers(options, Deal())
    assert offers((*options, Option("deal")), Deal())


def test_an_option_of_the_same_name_with_other_fields_does_not_offer_the_command() -> None:
    assert not offers((Option("place-bet", {"stake": Range(1, 5)}),), PlaceBet("tie", 5))


def test_a_range_may_begin_at_what_was_chosen_for_an_earlier_field() -> None:
    choice = Range(1, 9, not_below="min")
    assert allows(choice, 4, {"min": 4})
    assert not allows(choice, 3, {"min": 4})
    assert not allows(choice, 10, {"min": 4})
    assert allows(choice, 1, {})


def test_a_field_that_the_command_leaves_out_is_no_part_of_the_option() -> None:
    limits: Any = StakeLimits(1, 2)
    rules: Any = BaccaratRules()
    option = Option("open-table", {"limits": OneOf((limits,)), "rules": OneOf((rules,))})
    assert offers((option,), OpenTable(limits, rules))
    assert not offers((option,), OpenTable(limits, rules, FixedDecks()))
