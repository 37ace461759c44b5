"""Long readings let others have their turn."""

import asyncio
from collections.abc import AsyncIterator

from croupier.service.breathing import breathing


async def test_others_have_their_turn_after_so_many_entries() -> None:
    turns: list[int] = []
    read: list[int] = []

    async def numbers() -> AsyncIterator[int]:
        for number in range(7):
            read.append(number)
            yield number

    async def other() -> None:
        while True:
            turns.append(len(read))
            await asyncio.sleep(0)

    task = asyncio.create_task(other())
    assert [number async for number in breathing(numbers(), every=3)] == list(range(7))
    task.cancel()
    assert turns == [3, 6]
