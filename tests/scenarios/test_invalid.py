"""What a scenario's report says when the file cannot be played: the place, and what is wrong there."""

import json
from typing import Any

import pytest
from tests.support.scenarios import LEFT_OUT, PASSING, played

from croupier.service.scenarios.report import Problem
from croupier.service.scenarios.runner import play

CUT_SHORT = {
    "title": "the cut is not named",
    "game": "fan-tan",
    "limits": {"min": 1, "max": 100},
    "seats": [{"seat": 1, "player": "ann", "stack": 100}, {"seat": 2, "player": "bob", "stack": 100}],
    "decks": [[]],
    "steps": [
        {"by": 2, "do": "set-bank", "amount": 20},
        {"by": 2, "do": "start-round"},
        {"by": 2, "do": "cut"},
    ],
    "expect": {"stacks": {"1": 100, "2": 80}, "bank": 20, "house": 0, "banker": 2},
}


def problem(data: bytes) -> Problem:
    report = play(data, "scenario.json")
    assert report.outcome == "invalid"
    assert report.problem
    return report.problem


@pytest.mark.parametrize(
    ("data", "place", "said"),
    [
        (b"", "line 1 column 1", "not JSON"),
        (b'{"title": "x",\n "game": baccarat}', "line 2 column 10", "not JSON"),
        (b'{"title": "x"', "line 1 column 14", "not JSON"),
        (b'{"title": "x",\n "game": "\xff"}', "line 2 column 11", "not UTF-8: byte 0xff"),
        (b'\xef\xbb\xbf{"title": "x"}', "line 1 column 1", "BOM"),
        (b'{"game": "baccarat"} {}', "line 1 column 22", "Extra data"),
        (b"[" * 100_000, "$", "nested too deeply"),
        (b'{"game": NaN}', "$.game", "NaN is not JSON"),
        (b'{"steps": [{}, {"stake": -Infinity}]}', "$.steps[1].stake", "-Infinity is not JSON"),
        (b'{"game": "a", "game": "b"}', "$", "the key 'game' is there twice"),
        (b'{"steps": [{"by": 1, "by": 2}]}', "$.steps[0]", "the key 'by' is there twice"),
        (b'{"game": "\\ud800"}', "$.game", "a string holds half of a surrogate pair"),
        (b'{"expect": {"\\ud800": 1}}', "$.expect", "a key holds half of a surrogate pair"),
        (b'{"game": ' + b"9" * 5_000 + b"}", "$.game", "a number of 5000 digits"),
        (b"[]", "$", "Expected `object`"),
        (b"{}", "$", "missing required field `game`"),
        (b'{"game": 7}', "$.game", "Expected `str`"),
    ],
)
def test_what_is_no_json_or_no_scenario_is_placed(data: bytes, place: str, said: str) -> None:
    found = problem(data)
    assert found.place == place
    assert said in found.problem


@pytest.mark.parametrize(
    ("path", "value", "place", "said"),
    [
        ("game", "poker", "$.game", "unknown game 'poker'; known: baccarat"),
        ("title", LEFT_OUT, "$", "missing required field `title`"),
        ("surprise", 1, "$", "unknown field `surprise`"),
        ("rules.decks", 0, "$.rules.decks", "Expected `int` >= 1"),
        ("rules.surprise", 0, "$.rules", "unknown field `surprise`"),
        ("limits", LEFT_OUT, "$", "missing required field `limits`"),
        ("limits.max", "1000", "$.limits.max", "Expected `int`, got `str`"),
        ("limits", {"min": 2, "max": 1}, "$.limits", "invalid-limits"),
        ("seats.1.seat", 1, "$.seats[1].seat", "seat 1 is taken"),
        ("seats.1.seat", 15, "$.seats[1].seat", "this table has seats 1 to 14"),
        ("seats.1.seat", 0, "$.seats[1].seat", "Expected `int` >= 1"),
        ("seats.1.player", "ann", "$.seats[1].player", "already-seated"),
        ("seats.1.player", "", "$.seats[1].player", "length >= 1"),
        ("seats.1.stack", -1, "$.seats[1].stack", "Expected `int` >= 0"),
        ("banker", 1, "$.banker", "Expected `null`"),
        ("draw", ["1C"], "$.draw[0]", "there is no card '1C'"),
        ("burned", ["4C", "x"], "$.burned[1]", "there is no card 'x'"),
        ("decks.0.2", "tc", "$.decks[0][2]", "there is no card 'tc'"),
        ("decks.0.2", 10, "$.decks[0][2]", "Expected `str`, got `int`"),
        ("decks.0", ["9C"] * 9, "$.decks[0]", "9C is named 9 times, the deck holds 8"),
        ("cuts", [20, 3], "$.cuts[1]", "a cut has 18 to 49 cards, not 3"),
        (
            "decks",
            [],
            "$.decks",
            "step 1 (house start-round): every deck that was named for this table has been used",
        ),
        ("steps.1", 7, "$.steps[1]", "Expected `object`"),
        ("steps.1.by", 9, "$.steps[1].by", "there is no seat 9"),
        ("steps.1.by", "ann", "$.steps[1].by", "Invalid enum value 'ann'"),
        ("steps.1.by", LEFT_OUT, "$.steps[1]", "missing required field `by`"),
        ("steps.1.do", "fly", "$.steps[1].do", "Invalid value 'fly'"),
        ("steps.1.do", "open-table", "$.steps[1].do", "Invalid value 'open-table'"),
        ("steps.1.do", LEFT_OUT, "$.steps[1]", "missing required field `do`"),
        ("steps.1.stake", "100", "$.steps[1].stake", "Expected `int`, got `str`"),
        ("steps.1.stake", 1.5, "$.steps[1].stake", "Expected `int`, got `float`"),
        ("steps.1.stake", 10**30, "$.steps[1].stake", "Expected `int` <= 1000000000000"),
        ("steps.1.stake", LEFT_OUT, "$.steps[1]", "missing required field `stake`"),
        ("steps.1.surprise", 1, "$.steps[1]", "unknown field `surprise`"),
        ("steps.2.refused", 7, "$.steps[2].refused", "Expected `str`, got `int`"),
        ("expect.house", LEFT_OUT, "$.expect", "missing required field `house`"),
        ("expect.stacks.9", 1, "$.expect.stacks.9", "there is no seat 9"),
        ("expect.stacks.4", "500", "$.expect.stacks.4", "Expected `int`, got `str`"),
        ("expect.stacks.4", True, "$.expect.stacks.4", "Expected `int`, got `bool`"),
        ("expect.stacks.x", 500, "$.expect.stacks", "Expected `int`, got `str`"),
        ("expect.banker", "ann", "$.expect.banker", "got `str`"),
    ],
)
def test_a_value_that_is_wrong_is_placed(path: str, value: Any, place: str, said: str) -> None:
    report = played((path, value))
    assert report.outcome == "invalid"
    assert report.problem
    assert report.problem.place == place
    assert said in report.problem.problem


def test_a_shuffle_without_a_list_is_invalid_even_where_its_refusal_is_expected() -> None:
    report = played(("decks", []), ("steps.0.refused", "no-deck-left"))
    assert report.problem == Problem(
        "$.decks", "step 1 (house start-round): every deck that was named for this table has been used"
    )


def test_a_draw_that_is_too_short_is_invalid() -> None:
    scenario = {**CUT_SHORT, "draw": ["3C", "3D"]}
    assert str(problem(json.dumps(scenario).encode())) == (
        "$.draw: step 1 (seat 2 set-bank): the cards named for the draw have run out"
    )


def test_a_cut_that_is_not_named_is_invalid() -> None:
    scenario = {**CUT_SHORT, "draw": ["3C", "4D"]}
    assert str(problem(json.dumps(scenario).encode())) == (
        "$.cuts: step 3 (seat 2 cut): every cut that was named for this table has been made"
    )


def test_the_place_is_said_before_the_problem() -> None:
    assert str(problem(b"[]")) == "$: Expected `object`, got `array`"


def test_a_file_that_was_cut_off_anywhere_is_invalid() -> None:
    data = json.dumps(PASSING).encode()
    for size in range(len(data)):
        assert problem(data[:size]).place.startswith("line 1 column ")
