"""The golden scenarios of every game, and the JSON Schema of their format."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.support.scenarios import LEFT_OUT, PASSING, changed

from croupier.domain.catalogue import GAMES
from croupier.service.scenarios.runner import play
from croupier.service.scenarios.schema import scenario_schema

HERE = Path(__file__).parent
GOLDEN = sorted(HERE.glob("*/*.json"))
COMMITTED = HERE.parents[1] / "openapi" / "scenario.schema.json"
SCHEMA = json.loads(json.dumps(scenario_schema()))


def test_every_game_has_golden_scenarios() -> None:
    assert {path.parent.name for path in GOLDEN} == set(GAMES)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_scenario_passes(path: Path) -> None:
    report = play(path.read_bytes(), path.name)
    assert report.outcome == "passed", [*map(str, report.differences), report.problem]
    assert report.game == path.parent.name
    assert report.steps > 0


def test_the_committed_schema_is_that_of_the_format() -> None:
    assert json.loads(COMMITTED.read_text()) == SCHEMA, (
        "run: croupier scenario --schema > openapi/scenario.schema.json"
    )


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_scenario_is_valid_by_the_schema(path: Path) -> None:
    Draft202012Validator(SCHEMA).validate(json.loads(path.read_text()))


@pytest.mark.parametrize(
    "change",
    [
        ("game", "poker"),
        ("title", LEFT_OUT),
        ("limits", LEFT_OUT),
        ("banker", 1),
        ("draw", ["AS"]),
        ("cuts", [20]),
        ("burned", ["AS"]),
        ("surprise", 1),
        ("rules.decks", 17),
        ("seats.0.seat", 0),
        ("decks.0.0", "1C"),
        ("steps.1.stake", "100"),
        ("steps.1.stake", LEFT_OUT),
        ("steps.1.surprise", 1),
        ("steps.1.do", "fly"),
        ("steps.1.do", LEFT_OUT),
        ("steps.1.by", "nobody"),
        ("expect.stacks.x", 1),
        ("expect.house", LEFT_OUT),
    ],
    ids=lambda change: change[0],
)
def test_the_schema_refuses_what_the_format_does_not_have(change: tuple[str, Any]) -> None:
    validator = Draft202012Validator(SCHEMA)
    assert validator.is_valid(PASSING)
    assert not validator.is_valid(changed(change))
