"""Work that goes on beside the requests, and its end."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

_AGAIN: Final = 1.0
"""Seconds until a task is cancelled once more; longer than what any of them does when it ends."""


async def end(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel the tasks and wait until they have ended, however they do.

    One cancellation is not enough: in Python 3.11 `asyncio.wait_for`, which libraries use, loses one that
    comes just as its future is done.
    """
    waiting = set(tasks)
    while waiting:
        for task in waiting:
            task.cancel()
        _, waiting = await asyncio.wait(waiting, timeout=_AGAIN)
