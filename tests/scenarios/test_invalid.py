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

COMMANDS = (
    "take-seat, top-up, leave, contribute, close-table, void-round, expire-turn, start-round, place-bet, "
    "withdraw-bet, deal"
)


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
        (b"[]", "$", "has to be an object"),
        (b"{}", "$", "the key 'game' is missing"),
        (b'{"game": 7}', "$.game", "has to be a text"),
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
        ("title", LEFT_OUT, "$", "the key 'title' is missing"),
        ("surprise", 1, "$", "the key 'surprise' is unknown"),
        ("rules.decks", 0, "$.rules.decks", "has to be at least 1"),
        ("rules.surprise", 0, "$.rules", "the key 'surprise' is unknown"),
        ("limits", LEFT_OUT, "$", "the key 'limits' is missing"),
        ("limits.max", "1000", "$.limits.max", "has to be a whole number, not a text"),
        ("limits", {"min": 2, "max": 1}, "$.limits", "invalid-limits"),
        ("seats.1.seat", 1, "$.seats[1].seat", "seat 1 is taken"),
        ("seats.1.seat", 15, "$.seats[1].seat", "this table has seats 1 to 14"),
        ("seats.1.seat", 0, "$.seats[1].seat", "has to be at least 1"),
        ("seats.1.player", "ann", "$.seats[1].player", "already-seated"),
        ("seats.1.player", "", "$.seats[1].player", "has to have at least 1 character"),
        ("seats.1.stack", -1, "$.seats[1].stack", "has to be at least 0"),
        ("banker", 1, "$.banker", "has to be null"),
        ("draw", ["AS"], "$.draw", "has to be empty: no banker is drawn in baccarat"),
        ("cuts", [5], "$.cuts", "has to be empty: no pack is cut in baccarat"),
        ("burned", ["AS"], "$.burned", "has to be empty: no card is burned in baccarat"),
        ("decks.0.2", "tc", "$.decks[0][2]", "there is no card 'tc'"),
        ("decks.0.2", 10, "$.decks[0][2]", "has to be a text, not a whole number"),
        ("decks.0", ["9C"] * 9, "$.decks[0]", "9C is named 9 times, the deck holds 8"),
        (
            "decks",
            [],
            "$.decks",
            "step 1 (house start-round): every deck that was named for this table has been used",
        ),
        ("steps.1", 7, "$.steps[1]", "has to be an object"),
        ("steps.1.by", 9, "$.steps[1].by", "there is no seat 9"),
        ("steps.1.by", "ann", "$.steps[1].by", 'has to be a seat\'s number, or "house"'),
        ("steps.1.by", LEFT_OUT, "$.steps[1]", "the key 'by' is missing"),
        ("steps.1.do", "fly", "$.steps[1].do", f"has to be one of {COMMANDS}"),
        ("steps.1.do", "open-table", "$.steps[1].do", f"has to be one of {COMMANDS}"),
        ("steps.1.do", LEFT_OUT, "$.steps[1]", "the key 'do' is missing"),
        ("steps.1.stake", "100", "$.steps[1].stake", "has to be a whole number, not a text"),
        ("steps.1.stake", 1.5, "$.steps[1].stake", "has to be a whole number, not a number with a point"),
        ("steps.1.stake", 10**30, "$.steps[1].stake", "has to be at most 1000000000000"),
        ("steps.1.stake", LEFT_OUT, "$.steps[1]", "the key 'stake' is missing"),
        ("steps.1.surprise", 1, "$.steps[1]", "the key 'surprise' is unknown"),
        ("steps.2.refused", 7, "$.steps[2].refused", "has to be a text, not a whole number"),
        ("expect.house", LEFT_OUT, "$.expect", "the key 'house' is missing"),
        ("expect.stacks.0", 1, "$.expect.stacks.0", "the key has to be a seat's number"),
        ("expect.stacks.9", 1, "$.expect.stacks.9", "there is no seat 9"),
        ("expect.stacks.4", "500", "$.expect.stacks.4", "has to be a whole number, not a text"),
        ("expect.stacks.4", True, "$.expect.stacks.4", "has to be a whole number, not true or false"),
        ("expect.stacks.x", 500, "$.expect.stacks.x", "the key has to be a seat's number"),
        ("expect.banker", "ann", "$.expect.banker", "has to be a whole number or null"),
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
    assert str(problem(b"[]")) == "$: has to be an object, not a list"


def test_a_file_that_was_cut_off_anywhere_is_invalid() -> None:
    data = json.dumps(PASSING).encode()
    for size in range(len(data)):
        assert problem(data[:size]).place.startswith("line 1 column ")
