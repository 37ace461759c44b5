"""Running a stored log past the checker."""

from collections.abc import Callable
from time import perf_counter
from typing import Final

from msgspec import Struct

from croupier.service.ports import LogReader
from croupier.service.replay.book import Chips
from croupier.service.replay.checker import Checker
from croupier.service.replay.findings import Finding
from croupier.service.replay.seeds import Seeds

_MOST_FINDINGS: Final = 1_000
_STRIDE: Final = 1_024

Progress = Callable[[int, int], None]
"""Told now and then how many entries are replayed, and how many there were at the start."""


class Report(Struct, frozen=True):
    """What a replay came to.

    `wrong` counts the findings, of which the first thousand are listed. `finished` is false when it
    stopped at the first. `unchecked` entries could not be decided again because their stream was lost
    at an earlier finding, `undecided` ones because the seed of their deck is not known. Entries by
    `other_code` and `other_rules` than the running ones are no fault. `chips` are None once a stream was
    lost.
    """

    log: str
    entries: int
    streams: int
    seconds: float
    finished: bool
    wrong: int
    findings: tuple[Finding, ...]
    unchecked: int
    undecided: int
    other_code: int
    other_rules: int
    chips: Chips | None

    @property
    def rate(self) -> float:
        """Entries a second."""
        return self.entries / self.seconds if self.seconds else 0.0


async def replay(
    reader: LogReader,
    log: str,
    seeds: Seeds,
    code: str,
    *,
    go_on: bool = False,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Replay the log as it stands, up to the first finding unless it is to `go_on`.

    `code` is version and content hash of the running rule code. Raises `StoreUnavailable`.
    """
    checker = Checker(seeds, code)
    listed: list[Finding] = []
    wrong = 0
    finished = False
    began = perf_counter()
    head = await reader.head(log)
    async for entry in reader.read_log(log):
        if found := checker.check(entry):
            wrong += len(found)
            listed += found[: _MOST_FINDINGS - len(listed)]
            if not go_on:
                break
        if checker.entries % _STRIDE == 0:
            progress(checker.entries, head + 1)
    else:
        finished = True
        found = checker.end(head)
        wrong += len(found)
        listed += found[: _MOST_FINDINGS - len(listed)]
    progress(checker.entries, head + 1)
    return _report(log, checker, perf_counter() - began, finished, wrong, listed)


def _report(
    log: str, checker: Checker, seconds: float, finished: bool, wrong: int, listed: list[Finding]
) -> Report:
    return Report(
        log=log,
        entries=checker.entries,
        streams=checker.streams,
        seconds=seconds,
        finished=finished,
        wrong=wrong,
        findings=tuple(listed),
        unchecked=checker.unchecked,
        undecided=checker.redeciding.undecided,
        other_code=checker.other_code,
        other_rules=checker.other_rules,
        chips=checker.book.chips,
    )
