"""Running a stored log past its judges."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from time import perf_counter
from typing import Final

from msgspec import Struct

from croupier.service.ports import Entry, LogReader, Progress
from croupier.service.ports.transparency import TreeHead
from croupier.service.replay.beside import Beside
from croupier.service.replay.book import Chips
from croupier.service.replay.findings import Finding
from croupier.service.replay.judged import Judged
from croupier.service.replay.judges import Judges
from croupier.service.replay.times import Times
from croupier.service.replay.whole import Whole

_MOST_FINDINGS: Final = 1_000
_STRETCH: Final = 1_024
_AHEAD: Final = 3


class Report(Struct, frozen=True):
    """What a replay came to.

    `wrong` counts the findings, of which the first thousand are listed. `finished` is false when it
    stopped at the first. `unchecked` entries could not be decided again because their stream was lost
    at an earlier finding, `undecided` ones because the seed of their deck is not known. Entries by
    `other_code` than the running one are no fault. `chips` are None once a stream was
    lost. `named_tables` are the test tables that were opened with named cards. So many entries at the
    beginning are those of the last tree that was `signed`: 0 where none was, or they are not. What the
    `times` come to is no fault either.
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
    chips: Chips | None
    named_tables: int = 0
    signed: int = 0
    times: Times = Times()

    @property
    def rate(self) -> float:
        """Entries a second."""
        return self.entries / self.seconds if self.seconds else 0.0


async def replay(
    reader: LogReader,
    log: str,
    judges: Judges,
    *,
    go_on: bool = False,
    signed: TreeHead | None = None,
    beside: Beside | None = None,
    progress: Progress = lambda done, total: None,
) -> Report:
    """Replay the log as it stands, up to the first finding unless it is to `go_on`.

    `signed` is the last tree that was signed of the log. What lies `beside` the entries is judged after them.
    `progress` is told how many entries are replayed, and how many there were at the start.
    Raises `StoreUnavailable`.
    """
    whole = Whole(signed=signed)
    found = _Found()
    finished = False
    began = perf_counter()
    head = await reader.head(log)
    async with aclosing(_judged(_stretches(reader.read_log(log)), judges)) as stretches:
        async for stretch in stretches:
            for wrong in filter(None, (whole.take(*one) for one in stretch)):
                found.add(*wrong)
                if not go_on:
                    break
            progress(whole.entries, head + 1)
            if found.wrong and not go_on:
                break
        else:
            finished = True
            found.add(*whole.end(head))
            if beside:
                async for one in beside.judge(log, whole.streams):
                    found.add(one)
    return _report(log, whole, perf_counter() - began, finished, found)


class _Found:
    """Findings: all are counted, the first thousand are kept."""

    def __init__(self) -> None:
        self.wrong = 0
        self.listed: list[Finding] = []

    def add(self, *findings: Finding) -> None:
        self.wrong += len(findings)
        self.listed += findings[: _MOST_FINDINGS - len(self.listed)]


async def _stretches(entries: AsyncIterator[Entry]) -> AsyncIterator[list[Entry]]:
    """The entries, so many at a time."""
    stretch: list[Entry] = []
    async for entry in entries:
        stretch.append(entry)
        if len(stretch) == _STRETCH:
            yield stretch
            stretch = []
    if stretch:
        yield stretch


async def _judged(
    stretches: AsyncIterator[list[Entry]], judges: Judges
) -> AsyncGenerator[Sequence[tuple[Entry, Judged]], None]:
    """Each stretch with what its entries come to; the next few are read while it is being judged."""
    going: deque[tuple[list[Entry], asyncio.Task[Sequence[Judged]]]] = deque()

    async def first() -> list[tuple[Entry, Judged]]:
        stretch, judging = going.popleft()
        return list(zip(stretch, await judging, strict=True))

    try:
        async for stretch in stretches:
            going.append((stretch, asyncio.create_task(judges.judge(stretch))))
            await asyncio.sleep(0)
            if len(going) > _AHEAD:
                yield await first()
        while going:
            yield await first()
    finally:
        for _, judging in going:
            judging.cancel()


def _report(log: str, whole: Whole, seconds: float, finished: bool, found: _Found) -> Report:
    return Report(
        log=log,
        entries=whole.entries,
        streams=len(whole.streams),
        seconds=seconds,
        finished=finished,
        wrong=found.wrong,
        findings=tuple(found.listed),
        unchecked=whole.unchecked,
        undecided=whole.undecided,
        other_code=whole.other_code,
        chips=whole.book.chips,
        named_tables=whole.named_tables,
        signed=whole.signed.held,
        times=whole.timeline.times,
    )
