"""What `croupier scenario` prints: for people a line a scenario, for machines one JSON object."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from croupier.adapters.cli.printing import print_json, printable
from croupier.service.scenarios.report import Report, Summary, results

if TYPE_CHECKING:
    from rich.console import Console

_STYLES: Final = {"passed": "green", "differs": "bold red", "invalid": "bold yellow"}


def print_schema() -> int:
    """Print the format's JSON Schema; the exit code."""
    from croupier.service.scenarios.schema import scenario_schema

    print_json(scenario_schema())
    return 0


def printer() -> Callable[[Report], None]:
    """Prints a report for people."""
    console = _console()
    return lambda report: _print_report(console, report)


def print_results(reports: Sequence[Report], *, json: bool) -> int:
    """Print all reports for machines, or their summary for people; the exit code."""
    found = results(tuple(reports))
    if json:
        print_json(found)
    else:
        _print_summary(_console(), found.summary, len(reports))
    return found.summary.exit_code


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, soft_wrap=True, emoji=False)


def _print_report(console: "Console", report: Report) -> None:
    from rich.text import Text

    said = report.title or str(report.problem or "")
    line = Text(f"{report.outcome:8}", _STYLES[report.outcome])
    console.print(line.append(f"{printable(report.file)}: {printable(said)}", "default"))
    for difference in report.differences:
        console.print(Text(f"         {printable(str(difference))}"))


def _print_summary(console: "Console", summary: Summary, total: int) -> None:
    from rich.text import Text

    style = "green" if summary.exit_code == 0 else "bold red"
    counts = f"{summary.passed} passed, {summary.differs} differ, {summary.invalid} invalid"
    console.print(Text(f"{total} scenario{'' if total == 1 else 's'}: {counts}", style))
