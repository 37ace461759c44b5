"""`croupier replay`: decide every command of the log again."""

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.adapters.cli.printing import printable, progress_bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.adapters.bootstrap import Installation
    from croupier.service.replay import Report


def replay(
    *logs: str,
    all: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Decide every command of the log again and compare what comes of it with what is stored, byte for byte.

    Revisions, hashes, positions, commitments and chips are checked as well. It may run beside the service.
    Exits 0 when all is well, 1 when anything differs, 2 when the log could not be read.

    Parameters
    ----------
    logs
        The operators whose logs are replayed; all when left out.
    all
        Go on after the first difference.
    json
        Print one JSON object for machines.
    """
    import psycopg

    from croupier.adapters.embedded import EmbeddedServerFailed
    from croupier.adapters.settings import SettingsError
    from croupier.service.errors import CroupierError

    try:
        reports = asyncio.run(_replay(logs, go_on=all, show=not json))
    except (SettingsError, EmbeddedServerFailed, CroupierError, psycopg.Error) as error:
        print(f"croupier replay: {error}", file=sys.stderr)
        return 2
    if json:
        _print_json(reports)
    return 1 if any(report.wrong for report in reports) else 0


async def _replay(names: tuple[str, ...], *, go_on: bool, show: bool) -> "list[Report]":
    from croupier.adapters.bootstrap import installation
    from croupier.adapters.garbage import settle
    from croupier.adapters.settings import from_environment
    from croupier.service.errors import NotFound

    async with installation(from_environment(), join=True) as parts:
        settle()
        known = sorted(await parts.store.heads())
        if unknown := set(names) - set(known):
            raise NotFound(f"there is no log named {printable(min(unknown))}")
        reports = []
        for log in names or known:
            reports.append(await _replay_one(parts, log, go_on))
            if show:
                _print_text(reports[-1])
        return reports


async def _replay_one(parts: "Installation", log: str, go_on: bool) -> "Report":
    from croupier.adapters.system import rule_code
    from croupier.service.replay import Sealed
    from croupier.service.replay import replay as run

    with progress_bar(log) as progress:
        return await run(parts.store, log, Sealed(parts.secrets), rule_code(), go_on=go_on, progress=progress)


def _print_text(report: "Report") -> None:
    outcome = f"{report.wrong:,} found wrong" if report.wrong else "nothing differs"
    print(
        f"{printable(report.log)}: {report.entries:,} entries of {report.streams:,} streams replayed in"
        f" {report.seconds:.2f} s, {report.rate:,.0f} entries/s: {outcome}"
    )
    for finding in report.findings:
        where = (
            f"position {finding.position}, {finding.stream or 'end of the log'} revision {finding.revision}"
        )
        print(f"  {printable(where)}: {finding.code}: {printable(finding.detail)}")
    for remark in _remarks(report):
        print(f"  {remark}")


def _remarks(report: "Report") -> "Iterator[str]":
    if report.wrong > len(report.findings):
        yield f"{report.wrong - len(report.findings):,} more are not listed"
    if not report.finished:
        yield "stopped at the first; --all goes on"
    if report.unchecked:
        yield f"{report.unchecked:,} entries could not be decided again, their stream was lost before"
    if report.undecided:
        yield f"{report.undecided:,} entries could not be decided again, the seed of their deck is not known"
    if report.other_code:
        yield f"{report.other_code:,} entries were decided by other rule code than this program's (no fault)"
    if report.other_rules:
        yield f"{report.other_rules:,} entries name another version of their rules (no fault)"
    if chips := report.chips:
        yield (
            f"chips: {chips.deposited:,} deposited - {chips.withdrawn:,} withdrawn;"
            f" {chips.in_wallets:,} in wallets + {chips.on_tables:,} on tables"
        )


def _print_json(reports: "list[Report]") -> None:
    from msgspec.json import encode, format
    from msgspec.structs import asdict

    logs = [{**asdict(report), "entries_per_second": round(report.rate)} for report in reports]
    print(format(encode({"logs": logs})).decode())
