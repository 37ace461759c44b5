"""Scenarios of games that are not like baccarat: with a bank that passes, and limits of their own."""

import json
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace
from tests.support.scenarios import changed

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decks.state import FixedDecks
from croupier.domain.games.game import Standing, table_decider
from croupier.service.scenarios.reading import read_scenario
from croupier.service.scenarios.report import Problem, Report
from croupier.service.scenarios.runner import play
from croupier.service.scenarios.table import ScenarioTable


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits that may be left out."""

    min: int = 1


FARO = replace(
    GAMES["baccarat"],
    name="faro",
    title="Faro",
    limits=Limits,
    banks="player",
    cuts=True,
    burns=True,
    check=lambda rules, limits: None,
    standing=lambda table: Standing(0, 0, table.decks.fixed.banker or None),
)


@pytest.fixture(autouse=True)
def faro(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in the catalogue for the time of the test."""
    monkeypatch.setitem(GAMES, "faro", FARO)
    monkeypatch.setitem(DECIDERS, "faro", table_decider(FARO))


def written(*changes: tuple[str, Any]) -> bytes:
    own: tuple[tuple[str, Any], ...] = (
        ("game", "faro"),
        ("limits", {}),
        ("steps", []),
        ("expect", expect(4)),
        ("banker", 4),
    )
    return json.dumps(changed(*own, *changes)).encode()


def played(*changes: tuple[str, Any]) -> Report:
    return play(written(*changes), "faro.json")


def expect(banker: int | None) -> dict[str, Any]:
    return {"stacks": {"1": 1000, "4": 500}, "bank": 0, "house": 0, "banker": banker}


def test_the_seat_that_banks_first_is_given_to_the_table() -> None:
    assert played().outcome == "passed"
    assert played(("banker", 1)).outcome == "differs"


def test_the_first_banker_may_be_left_to_be_drawn() -> None:
    (difference,) = played(("banker", None), ("draw", ["JC"])).differences
    assert (difference.value, difference.expected) == ("banker", 4)


def test_a_banker_who_does_not_sit_is_invalid() -> None:
    assert played(("banker", 2)).problem == Problem("$.banker", "there is no seat 2")


def test_limits_are_those_of_the_game() -> None:
    assert played(("limits", {"min": 5})).outcome == "passed"
    problem = played(("limits", {"min": 5, "max": 10})).problem
    assert problem == Problem("$.limits", "the key 'max' is unknown")


def test_everything_that_is_named_is_taken_to_the_table() -> None:
    named = (("draw", ["JC"]), ("cuts", [20, 30]), ("burned", ["4C"]), ("decks", [["9C"], []]))
    table = ScenarioTable(read_scenario(written(*named)))
    table.open()
    assert table.state.decks.fixed == FixedDecks((("9C",), ()), (20, 30), ("JC",), ("4C",), 4)


@pytest.mark.parametrize(
    ("named", "cards", "place", "said"),
    [
        ("cuts", ["x"], "$.cuts[0]", "has to be a whole number, not a text"),
        ("cuts", [20, 3], "$.cuts[1]", "a cut has 18 to 49 cards, not 3"),
        ("draw", ["1C"], "$.draw[0]", "there is no card '1C'"),
        ("burned", ["4C", "x"], "$.burned[1]", "there is no card 'x'"),
    ],
)
def test_what_is_named_has_to_be_there(named: str, cards: list[Any], place: str, said: str) -> None:
    assert played((named, cards)).problem == Problem(place, said)
