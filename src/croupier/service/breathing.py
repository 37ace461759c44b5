"""Long readings, which must not hold up everybody else."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final, TypeVar

T = TypeVar("T")

OFTEN: Final = 50
"""So many entries at a time where a table is evolved by each, which takes much longer than looking at it."""


async def breathing(entries: AsyncIterator[T], every: int = 200) -> AsyncIterator[T]:
    """The entries as they are read; after `every` so many, others have their turn."""
    read = 0
    async for entry in entries:
        yield entry
        read += 1
        if read % every == 0:
            await asyncio.sleep(0)
