"""What `croupier replay` prints: for people some lines a log, for machines one JSON object."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from croupier.adapters.cli.printing import counted, print_json, printable

if TYPE_CHECKING:
    from croupier.service.replay import Finding, Report


def print_reports(reports: "list[Report]") -> None:
    """Print what came of all logs for machines."""
    from msgspec.structs import asdict

    print_json({"logs": [{**asdict(report), "entries_per_second": round(report.rate)} for report in reports]})


def print_report(report: "Report") -> None:
    """Print what came of a log for people."""
    outcome = f"{report.wrong:,} found wrong" if report.wrong else "nothing differs"
    print(
        f"{printable(report.log)}: {counted(report.entries, 'entry', 'entries')} of"
        f" {counted(report.streams, 'stream', 'streams')} replayed in"
        f" {report.seconds:.2f} s, {report.rate:,.0f} entries/s: {outcome}"
    )
    for finding in report.findings:
        print(f"  {printable(_place(finding))}: {finding.code}: {printable(finding.detail)}")
    for remark in _remarks(report):
        print(f"  {remark}")


def _place(finding: "Finding") -> str:
    """Where it shows: at an entry, or at what there is of a stream or of the log besides entries."""
    what = f"{finding.stream} revision {finding.revision}" if finding.revision else finding.stream
    if finding.position < 0:
        return what or "the log"
    return f"position {finding.position}, {what or 'end of the log'}"


def _remarks(report: "Report") -> Iterator[str]:
    from croupier.adapters.cli.times import about_times

    if report.wrong > len(report.findings):
        yield f"{report.wrong - len(report.findings):,} more are not listed"
    if not report.finished:
        yield "stopped at the first; --all goes on"
    if report.unchecked:
        yield f"{report.unchecked:,} entries could not be decided again, their stream was lost before"
    if report.signed:
        yield f"its first {counted(report.signed, 'entry', 'entries')} are those whose tree was signed"
    if report.undecided:
        yield f"{report.undecided:,} entries could not be decided again, the seed of their deck is not known"
    if report.other_code:
        yield f"{report.other_code:,} entries were decided by other rule code than this program's (no fault)"
    yield from about_times(report.times, datetime.now(UTC))
    if report.named_tables:
        yield f"test play: {counted(report.named_tables, 'table was', 'tables were')} opened with named cards"
    if chips := report.chips:
        yield (
            f"chips: {chips.deposited:,} deposited - {chips.withdrawn:,} withdrawn;"
            f" {chips.in_wallets:,} in wallets + {chips.on_tables:,} on tables"
        )
