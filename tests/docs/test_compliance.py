"""Whatever docs/compliance.md names exists: commands with their options, routes, settings, files."""

import re
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from croupier.adapters.cli.app import app
from croupier.adapters.http.app import ordinary_routes
from croupier.adapters.http.openapi.routes import commands, ordinary
from croupier.adapters.settings import _VARIABLES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "compliance.md").read_text()
NAMED = sorted(set(re.findall(r"`([^`]+)`", PAGE)))

LOG_LINES = {"software", "clock"}


def kind(named: str) -> str:
    """What sort of thing the words in backticks name."""
    if named.startswith("croupier "):
        return "command"
    if re.match(r"(GET|POST|PUT|DELETE) /", named):
        return "route"
    if re.fullmatch(r"[A-Z_]+", named):
        return "setting"
    return "log line" if named in LOG_LINES else "file"


def of(wanted: str) -> list[str]:
    return [named for named in NAMED if kind(named) == wanted]


@cache
def routes() -> set[str]:
    return {f"{route.method} {route.path}" for route in (*ordinary(ordinary_routes()), *commands())}


@pytest.mark.parametrize("named", of("command"))
def test_every_command_exists_with_its_options(named: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, command, *arguments = named.split()
    assert command in app, f"croupier has no command {command}"
    words = [word for word in arguments if re.fullmatch(r"[a-z]+", word) and command == "keys"]
    app.help_print([command, *words], console=Console(width=200))
    said = capsys.readouterr().out
    for option in (argument for argument in arguments if argument.startswith("--")):
        assert re.search(rf"{option}\b", said), said


@pytest.mark.parametrize("named", of("route"))
def test_every_route_exists(named: str) -> None:
    assert named in routes()


@pytest.mark.parametrize("named", of("setting"))
def test_every_setting_exists(named: str) -> None:
    assert named in _VARIABLES.values()


@pytest.mark.parametrize("named", of("file"))
def test_every_file_exists(named: str) -> None:
    assert (ROOT / named).is_file()


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)\)", PAGE))))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / "docs" / link).exists()


def test_every_log_line_is_one_that_a_start_is_shown_to_write() -> None:
    shown = (ROOT / "tests" / "process" / "test_software_told.py").read_text()
    for event in of("log line"):
        assert f'line(service, "{event}")' in shown


@pytest.mark.parametrize(
    "source", ["RTS 1B", "RTS 7A", "RTS 5A", "N.J. (d)", "Pa. 811a.7(d)", "Pa. 810a.11(a)", "Pa. 810a.5(a)"]
)
def test_each_source_is_mapped(source: str) -> None:
    assert source in PAGE


@pytest.mark.parametrize(
    "topic",
    [
        "RNG",
        "game recall",
        "interrupted games",
        "control program verification",
        "system clock",
        "significant events",
        "player information",
        "access control",
        "audit",
    ],
)
def test_each_topic_of_gli_19_is_mapped(topic: str) -> None:
    assert f"GLI-19: {topic}" in PAGE


def test_every_row_says_what_is_left_to_the_operator() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "| see |" not in line]
    mapped = [row.strip("| ").split(" | ") for row in rows if row.count(" | ") == 3]
    assert len(mapped) > 25
    assert all(cell.strip() for row in mapped for cell in row)
