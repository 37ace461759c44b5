"""Judges of a log in processes of their own, which share its streams among them."""

import asyncio
import os
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import count
from multiprocessing import get_context
from types import TracebackType
from typing import Final, Self
from zlib import crc32

from croupier.adapters.garbage import settle
from croupier.adapters.sealer import Sealer
from croupier.service.ports import Entry
from croupier.service.replay import Judge, Sealed
from croupier.service.replay.judged import Judged


class JudgeProcesses:
    """Processes that judge one log after the other; use it as a context manager.

    A stream always goes to the same process, so that each judges its streams in their order. Processes begin
    while the first log is being read.
    """

    def __init__(self, seal_keys: Sequence[bytes], code: str, processes: int) -> None:
        """They open seeds with the `seal_keys`; `code` is version and content hash of the rule code."""
        begin = (tuple(seal_keys), code)
        self._pools = [ProcessPoolExecutor(1, get_context("spawn"), _begin, begin) for _ in range(processes)]
        self._logs = count()

    async def ready(self) -> list[int]:
        """Wait until all of them are there: their ids. Raises `BrokenProcessPool`."""
        loop = asyncio.get_running_loop()
        return await asyncio.gather(*(loop.run_in_executor(pool, os.getpid) for pool in self._pools))

    def of_a_log(self) -> "SharedJudges":
        """The judges of one more log."""
        return SharedJudges(self._pools, next(self._logs))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pool in self._pools:
            pool.shutdown(cancel_futures=True)


class SharedJudges:
    """The `Judges` of one log in those processes."""

    def __init__(self, pools: Sequence[ProcessPoolExecutor], log: int) -> None:
        """Their work is for the log of that number, which no other has."""
        self._pools = pools
        self._log = log
        self._place = cache(lambda stream: crc32(stream.encode("utf-8", "surrogatepass")) % len(pools))

    async def judge(self, entries: Sequence[Entry]) -> Sequence[Judged]:
        """What each of the log's next entries comes to by its stream, in their order.

        Raises `BrokenProcessPool` when a process has died.
        """
        places = [self._place(entry.stream) for entry in entries]
        shares: list[list[Entry]] = [[] for _ in self._pools]
        for place, entry in zip(places, entries, strict=True):
            shares[place].append(entry)
        loop = asyncio.get_running_loop()
        judging = [
            loop.run_in_executor(pool, _judge, self._log, share)
            for pool, share in zip(self._pools, shares, strict=True)
        ]
        judged = [iter(await share) for share in judging]
        return [next(judged[place]) for place in places]


class _Bench:
    """What a process has: the sealing keys, and the judge of the log that it judges now."""

    keys: tuple[bytes, ...] = ()
    code: str = ""
    log: int = -1
    judge: Judge


_bench: Final = _Bench()


def _begin(seal_keys: tuple[bytes, ...], code: str) -> None:
    """A process begins. To be interrupted is for the one that it works for to see to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bench.keys, _bench.code = seal_keys, code
    settle()


def _judge(log: int, entries: list[Entry]) -> list[Judged]:
    if log != _bench.log:
        _bench.log, _bench.judge = log, Judge(Sealed(Sealer(_bench.keys)), _bench.code)
    return list(map(_bench.judge.judge, entries))
