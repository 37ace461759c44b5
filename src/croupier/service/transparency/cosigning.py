"""Showing new checkpoints to witnesses, beside the publishing and without holding it up."""

import asyncio
from time import monotonic
from typing import Final

from croupier.service.environments import environment_of
from croupier.service.ports import Trouble
from croupier.service.ports.transparency import Checkpoints, TreeStore, Witnesses
from croupier.service.transparency.proofs import consistency_proof
from croupier.service.transparency.reading import origin_of
from croupier.service.transparency.tree import LogTree

_AGAIN: Final = 10.0
"""Seconds until a checkpoint that no witness cosigned is shown again."""


class Cosigning:
    """Has checkpoints cosigned, one of a log at a time: one that is overtaken meanwhile is left out."""

    def __init__(
        self, trees: TreeStore, checkpoints: Checkpoints, witnesses: Witnesses, name: str, trouble: Trouble
    ) -> None:
        """`name` is the installation's; failures are told to `trouble` alone."""
        self._trees = trees
        self._checkpoints = checkpoints
        self._witnesses = witnesses
        self._name = name
        self._trouble = trouble
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._shown: dict[str, tuple[int, float]] = {}

    def show(self, log: str, size: int) -> None:
        """See to it, without waiting, that the log's checkpoint of that size is cosigned.

        Not that of a test log: witnesses watch the books of record, and know no others.
        """
        if environment_of(log) == "test":
            return
        shown, when = self._shown.get(log, (0, 0.0))
        under_way = log in self._tasks and not self._tasks[log].done()
        if under_way or (shown == size and monotonic() < when):
            return
        self._shown[log] = (size, monotonic() + _AGAIN)
        self._tasks[log] = asyncio.create_task(self._show(log))

    async def close(self, patience: float) -> None:
        """Wait for what is under way, so many seconds at the most."""
        tasks = tuple(self._tasks.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=patience)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _show(self, log: str) -> None:
        try:
            await self._cosign(log)
        except Exception as error:  # no witness may hold up the log; it is shown again
            self._trouble(f"no witness has cosigned {log}", error)

    async def _cosign(self, log: str) -> None:
        latest = await self._checkpoints.latest(log)
        cosigned = await self._checkpoints.cosigned(log)
        if latest is None or cosigned >= latest.head.size:
            return
        proof = await consistency_proof(LogTree(self._trees, log), cosigned, latest.head.size)
        lines = await self._witnesses.cosign(origin_of(self._name, log), cosigned, proof, latest.note)
        for line in lines:
            await self._checkpoints.add_cosignature(log, latest.head.size, line)
