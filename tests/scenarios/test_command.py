"""`croupier scenario`."""

import json
from pathlib import Path

import pytest
from tests.support.scenarios import changed

from croupier.adapters.cli.app import app
from croupier.service.scenarios.schema import scenario_schema


def run(*arguments: object) -> int:
    """The exit code of the command."""
    with pytest.raises(SystemExit) as exit:
        app(("scenario", *map(str, arguments)))
    assert isinstance(exit.value.code, int)
    return exit.value.code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a scenario that passes, one that differs and one that is invalid."""
    nested = tmp_path / "nested"
    nested.mkdir()
    (tmp_path / "a.json").write_text(json.dumps(changed()))
    (nested / "b.json").write_text(json.dumps(changed(("expect.house", 7))))
    (nested / "c.json").write_text(json.dumps(changed(("steps.1.stake", "x"))))
    (tmp_path / "notes.txt").write_text("no scenario")
    return tmp_path


def test_it_prints_a_line_for_each_scenario_and_a_summary(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(folder) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"passed  {folder}/a.json: player wins with a natural nine",
        f"differs {folder}/nested/b.json: player wins with a natural nine",
        "         step 4 (house deal): house: expected 7, actual -100",
        f"invalid {folder}/nested/c.json: $.steps[1].stake: has to be a whole number, not a text",
        "3 scenarios: 1 passed, 1 differ, 1 invalid",
    ]


def test_it_prints_json_for_machines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", folder / "nested", folder / "a.json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["summary"] == {"passed": 1, "differs": 1, "invalid": 1}
    assert [report["outcome"] for report in document["scenarios"]] == ["differs", "invalid", "passed"]
    assert document["scenarios"][0]["differences"] == [
        {
            "value": "house",
            "expected": 7,
            "actual": -100,
            "step": {"number": 4, "by": "house", "do": "deal"},
            "note": "",
        }
    ]
    assert document["scenarios"][1]["problem"] == {
        "place": "$.steps[1].stake",
        "problem": "has to be a whole number, not a text",
    }


def test_it_exits_0_when_all_pass_and_2_when_none_differs_but_one_is_invalid(folder: Path) -> None:
    assert run(folder / "a.json") == 0
    assert run(folder / "a.json", folder / "nested" / "c.json") == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [("missing.json", "file: No such file or directory"), ("empty", "folder: there is no .json file in it")],
)
def test_a_path_with_nothing_to_play_is_invalid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, said: str
) -> None:
    (tmp_path / "empty").mkdir()
    assert run(tmp_path / name) == 2
    assert said in capsys.readouterr().out


def test_it_must_be_told_what_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 2
    assert "name a scenario file" in capsys.readouterr().err


def test_it_prints_the_schema_of_the_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--schema") == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(scenario_schema()))


def test_a_title_cannot_forge_lines_of_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.json").write_text(json.dumps(changed(("title", "x\npassed  [red]b.json\x1b[2J"))))
    assert run(tmp_path) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith("a.json: x\\npassed  [red]b.json\\x1b[2J")
    assert second == "1 scenario: 1 passed, 0 differ, 0 invalid"
