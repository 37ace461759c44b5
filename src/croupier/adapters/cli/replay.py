"""`croupier replay`: decide every command of the log again."""

import asyncio
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter
from cyclopts.validators import Number

from croupier.adapters.cli.printing import counted, printable, progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.adapters.bootstrap import Installation
    from croupier.adapters.settings import Settings
    from croupier.service.ports.transparency import TreeHead
    from croupier.service.replay import Judges, Report

_LONG: Final = 10_000
"""More entries than this are shared among processes."""


def replay(
    *logs: str,
    all: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(negative="")] = False,
    processes: Annotated[int | None, Parameter(validator=Number(gte=1, lte=256))] = None,
) -> int:
    """Decide every command of the log again and compare what comes of it with what is stored, byte for byte.

    Revisions, hashes, positions, commitments and chips are checked as well, and the entries held to the last
    tree that this installation signed of the log. It may run beside the service.
    Exits 0 when all is well, 1 when anything differs, 2 when the log could not be read.

    Parameters
    ----------
    logs
        The operators whose logs are replayed; all when left out.
    all
        Go on after the first difference.
    json
        Print one JSON object for machines.
    processes
        How many processes share the streams of a long log: as many as there are cores when left out.
    """
    from concurrent.futures.process import BrokenProcessPool

    import psycopg

    from croupier.adapters.embedded import EmbeddedServerFailed
    from croupier.adapters.settings import SettingsError
    from croupier.service.errors import CroupierError
    from croupier.service.transparency.malformed import Malformed

    try:
        reports = asyncio.run(_replay(logs, processes, go_on=all, show=not json))
    except (
        SettingsError,
        EmbeddedServerFailed,
        CroupierError,
        Malformed,
        BrokenProcessPool,
        psycopg.Error,
        OSError,
    ) as error:
        print(f"croupier replay: {error}", file=sys.stderr)
        return 2
    if json:
        _print_json(reports)
    elif not reports:
        print("There is no log to replay yet.")
    return 1 if any(report.wrong for report in reports) else 0


async def _replay(
    names: tuple[str, ...], processes: int | None, *, go_on: bool, show: bool
) -> "list[Report]":
    from croupier.adapters.bootstrap import installation
    from croupier.adapters.garbage import settle
    from croupier.adapters.settings import from_environment
    from croupier.service.errors import NotFound

    settings = from_environment()
    async with installation(settings, join=True) as parts:
        settle()
        known = await parts.store.heads()
        if unknown := set(names) - set(known):
            raise NotFound(f"there is no log named {printable(min(unknown))}")
        logs = names or sorted(known)
        longest = max((known[log] for log in logs), default=0)
        reports = []
        with _judges(settings, parts, processes or _suitable(longest)) as judges_of_a_log:
            for log in logs:
                signed = await _signed(settings, log)
                reports.append(await _replay_one(parts, log, judges_of_a_log(), signed, go_on))
                if show:
                    _print_text(reports[-1])
        return reports


def _suitable(entries: int) -> int:
    """For a short log one process: to begin others takes about as long as to replay it."""
    return len(os.sched_getaffinity(0)) if entries > _LONG else 1


@contextmanager
def _judges(settings: "Settings", parts: "Installation", processes: int) -> "Iterator[Callable[[], Judges]]":
    """What gives each log its judges."""
    from croupier.adapters.judges import JudgeProcesses
    from croupier.adapters.keyfiles import seal_keys
    from croupier.adapters.system import rule_code
    from croupier.service.replay import OneJudge, Sealed

    code = rule_code()
    if processes == 1:
        yield lambda: OneJudge(Sealed(parts.secrets), code)
        return
    with JudgeProcesses(seal_keys(settings), code, processes) as judging:
        yield judging.of_a_log


async def _signed(settings: "Settings", log: str) -> "TreeHead | None":
    """The last tree that was signed of the log, as it is remembered out of the database's reach."""
    from croupier.adapters.keyfiles import signed_folder
    from croupier.adapters.signedfiles import SignedFiles

    remembered = await SignedFiles(signed_folder(settings)).last(log)
    return remembered.signed if remembered else None


async def _replay_one(
    parts: "Installation", log: str, judges: "Judges", signed: "TreeHead | None", go_on: bool
) -> "Report":
    from croupier.service.replay import replay as run

    with progress_bar(log) as progress:
        return await run(parts.store, log, judges, go_on=go_on, signed=signed, progress=progress)


def _print_text(report: "Report") -> None:
    outcome = f"{report.wrong:,} found wrong" if report.wrong else "nothing differs"
    print(
        f"{printable(report.log)}: {counted(report.entries, 'entry', 'entries')} of"
        f" {counted(report.streams, 'stream', 'streams')} replayed in"
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
    if report.signed:
        yield f"its first {counted(report.signed, 'entry', 'entries')} are those whose tree was signed"
    if report.undecided:
        yield f"{report.undecided:,} entries could not be decided again, the seed of their deck is not known"
    if report.other_code:
        yield f"{report.other_code:,} entries were decided by other rule code than this program's (no fault)"
    if report.other_rules:
        yield f"{report.other_rules:,} entries name another version of their rules (no fault)"
    if report.named_tables:
        yield f"test play: {counted(report.named_tables, 'table was', 'tables were')} opened with named cards"
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
