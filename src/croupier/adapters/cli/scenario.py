"""`croupier scenario`: play scenario files through the rules."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from rich.console import Console

    from croupier.service.scenarios.report import Report, Results

_STYLES = {"passed": "green", "differs": "bold red", "invalid": "bold yellow"}


def scenario(
    *paths: Path,
    json: Annotated[bool, Parameter(negative="")] = False,
    schema: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Play scenarios through the rules and say what differs from what they expect.

    Exits 0 when all pass, 1 when any differs, else 2: a file could not be read or played.

    Parameters
    ----------
    paths
        Scenario files, and folders of which every .json file is played.
    json
        Print one JSON object for machines.
    schema
        Print the format's JSON Schema, and play nothing.
    """
    if schema:
        return _print_schema()
    if not paths:
        print("croupier scenario: name a scenario file or a folder of them", file=sys.stderr)
        return 2
    return _play_for_machines(paths) if json else _play_for_people(paths)


def _print_schema() -> int:
    from croupier.service.scenarios.schema import scenario_schema

    _print_json(scenario_schema())
    return 0


def _play_for_machines(paths: Iterable[Path]) -> int:
    from croupier.service.scenarios.report import results

    found = results(tuple(_reports(paths)))
    _print_json(found)
    return found.summary.exit_code


def _play_for_people(paths: Iterable[Path]) -> int:
    """Play them, and print each outcome as soon as it is known."""
    from rich.console import Console

    from croupier.service.scenarios.report import results

    console = Console(highlight=False, soft_wrap=True, emoji=False)
    played = []
    for report in _reports(paths):
        played.append(report)
        _print_report(console, report)
    found = results(tuple(played))
    _print_summary(console, found)
    return found.summary.exit_code


def _reports(paths: Iterable[Path]) -> Iterator["Report"]:
    """Play what the paths name, each file as it comes up."""
    from croupier.service.scenarios.report import Problem, Report
    from croupier.service.scenarios.runner import play

    for path in paths:
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        if not files:
            yield Report(str(path), "invalid", problem=Problem("folder", "there is no .json file in it"))
        for file in files:
            try:
                data = file.read_bytes()
            except OSError as error:
                yield Report(str(file), "invalid", problem=Problem("file", error.strerror or str(error)))
            else:
                yield play(data, str(file))


def _print_report(console: "Console", report: "Report") -> None:
    from rich.text import Text

    said = report.title or str(report.problem or "")
    line = Text(f"{report.outcome:8}", _STYLES[report.outcome])
    console.print(line.append(f"{_shown(report.file)}: {_shown(said)}", "default"))
    for difference in report.differences:
        console.print(Text(f"         {_shown(str(difference))}"))


def _print_summary(console: "Console", found: "Results") -> None:
    from rich.text import Text

    summary = found.summary
    total = len(found.scenarios)
    style = "green" if summary.exit_code == 0 else "bold red"
    counts = f"{summary.passed} passed, {summary.differs} differ, {summary.invalid} invalid"
    console.print(Text(f"{total} scenario{'' if total == 1 else 's'}: {counts}", style))


def _shown(text: str) -> str:
    """The text on one line, whatever a file says: what cannot be printed is escaped."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _print_json(value: object) -> None:
    from msgspec.json import encode, format

    print(format(encode(value)).decode())
