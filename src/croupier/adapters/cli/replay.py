"""`croupier replay`: decide every command of the log again."""

import asyncio
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Final

from cyclopts import Parameter
from cyclopts.validators import Number

from croupier.adapters.cli import replay_output as output
from croupier.adapters.cli.frame import Refused, telling
from croupier.adapters.cli.joining import joined
from croupier.adapters.cli.options import Flag
from croupier.adapters.cli.printing import printable, progress_bar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.adapters.bootstrap import Installation
    from croupier.adapters.settings import Settings
    from croupier.service.ports.transparency import Remembered
    from croupier.service.replay import Judges, Report

_LONG: Final = 10_000
"""More entries than this are shared among processes."""


@telling("croupier replay: ", words=str)
def replay(
    *logs: str,
    all: Flag = False,
    json: Flag = False,
    processes: Annotated[int | None, Parameter(validator=Number(gte=1, lte=256))] = None,
) -> int:
    """Decide every command of the log again and compare what comes of it with what is stored, byte for byte.

    Revisions, hashes, positions, commitments and chips are checked as well, and the entries held to the last
    tree that this installation signed of the log; then what the database counts of the log, and its last
    checkpoint. It may run beside the service.
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
    reports = asyncio.run(_replay(logs, processes, go_on=all, show=not json))
    if json:
        output.print_reports(reports)
    elif not reports:
        print("There is no log to replay yet.")
    return 1 if any(report.wrong for report in reports) else 0


async def _replay(
    names: tuple[str, ...], processes: int | None, *, go_on: bool, show: bool
) -> "list[Report]":
    from croupier.adapters.garbage import settle

    async with joined() as (settings, parts):
        settle()
        known = await parts.store.heads()
        if unknown := set(names) - set(known):
            raise Refused(f"there is no log named {printable(min(unknown))}")
        logs = names or sorted(known)
        longest = max((known[log] for log in logs), default=0)
        reports = []
        with _judges(settings, parts, processes or _suitable(longest)) as judges_of_a_log:
            for log in logs:
                remembered = await _remembered(settings, log)
                reports.append(await _replay_one(parts, log, judges_of_a_log(), remembered, go_on))
                if show:
                    output.print_report(reports[-1])
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


async def _remembered(settings: "Settings", log: str) -> "Remembered | None":
    """What was signed and published last of the log, as it is remembered out of the database's reach."""
    from croupier.adapters.keyfiles import signed_folder
    from croupier.adapters.signedfiles import SignedFiles

    return await SignedFiles(signed_folder(settings)).last(log)


async def _replay_one(
    parts: "Installation", log: str, judges: "Judges", remembered: "Remembered | None", go_on: bool
) -> "Report":
    from croupier.service.replay import Beside
    from croupier.service.replay import replay as run

    signed, published = (remembered.signed, remembered.published) if remembered else (None, None)
    beside = Beside(parts.store, parts.services.transparency, published)
    with progress_bar(log) as progress:
        return await run(
            parts.store, log, judges, go_on=go_on, signed=signed, beside=beside, progress=progress
        )
