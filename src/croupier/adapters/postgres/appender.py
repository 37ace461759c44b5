"""The group-committing appender of one process.

Appends to one log travel in batches, one on the way at a time; whatever comes meanwhile makes the next.
None lingers: an append that finds its log idle leaves at once.
"""

import asyncio
from collections.abc import Sequence

import psycopg

from croupier.adapters.postgres.batch import Outcome, Submission, encoded
from croupier.adapters.postgres.lane import Lane
from croupier.adapters.postgres.queue import LogQueue
from croupier.service.errors import StoreUnavailable
from croupier.service.ports import Append


class GroupAppender:
    """Appends to any number of logs over a few connections (`lanes`).

    `patience` is how long, in seconds, a batch whose outcome is unknown is asked after. Use it in the event
    loop that opened it.
    """

    def __init__(self, conninfo: str, lanes: int = 2, patience: float = 10.0) -> None:
        self._lanes = [Lane(conninfo) for _ in range(lanes)]
        self._patience = patience
        # A log is in here as long as it is in `_ready` or a batch of it is on the way.
        self._queues: dict[str, LogQueue] = {}
        self._ready: asyncio.Queue[str] = asyncio.Queue()
        self._runners: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start taking appends; connections are made when the first come."""
        self._runners = [asyncio.create_task(self._run(lane)) for lane in self._lanes]

    async def close(self) -> None:
        """Finish what waits, then close the connections. Further appends are refused."""
        runners, self._runners = self._runners, []
        await self._ready.join()
        for runner in runners:
            runner.cancel()
        await asyncio.gather(*runners, return_exceptions=True)
        for lane in self._lanes:
            await lane.close()

    async def append(self, append: Append) -> Outcome:
        """Append durably, all entries or none. Cancelling the caller does not cancel the append.

        Raises `ValueError` for an append that no database would take, and `StoreUnavailable` when the
        outcome could not be learnt in time; then the entries may be written yet, all or none.
        """
        submission = Submission(append)
        if not self._runners:
            raise StoreUnavailable("the event store is closed")
        queue = self._queues.get(append.log)
        if queue is None:
            encoded(append.log)
            queue = self._queues[append.log] = LogQueue()
            self._ready.put_nowait(append.log)
        queue.put(submission)
        return await submission.outcome

    async def _run(self, lane: Lane) -> None:
        while True:
            log = await self._ready.get()
            queue = self._queues[log]
            await self._settle(lane, log, queue.take())
            if queue:
                self._ready.put_nowait(log)
            else:
                del self._queues[log]
            self._ready.task_done()

    async def _settle(
        self, lane: Lane, log: str, batch: Sequence[Submission], sent_again: bool = False
    ) -> None:
        """Carry the batch and tell each caller what became of his append."""
        try:
            async with asyncio.timeout(self._patience):
                found = await lane.carry(log, batch, sent_again)
        except psycopg.Error as error:
            await self._settle_singly(lane, log, batch, error)
        except Exception as error:
            _fail(batch, error)
        else:
            for submission, outcome in zip(batch, found, strict=True):
                # Not where the caller was cancelled.
                if not submission.outcome.done():
                    submission.outcome.set_result(outcome)

    async def _settle_singly(
        self, lane: Lane, log: str, batch: Sequence[Submission], error: psycopg.Error
    ) -> None:
        """One append that the database refuses must not take the rest of its batch with it."""
        if len(batch) == 1:
            _fail(batch, error)
            return
        for submission in batch:
            await self._settle(lane, log, [submission], sent_again=True)


def _fail(batch: Sequence[Submission], cause: Exception) -> None:
    for submission in batch:
        if not submission.outcome.done():
            reason = str(cause) or "it did not answer in time"
            error = StoreUnavailable(f"the event store could not append: {reason}")
            error.__cause__ = cause
            submission.outcome.set_exception(error)
