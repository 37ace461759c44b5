"""Background tasks end, even when a cancellation is lost on the way."""

import asyncio

from croupier.adapters.background import end


async def test_a_task_that_loses_its_first_cancellation_is_cancelled_again() -> None:
    lost = 0

    async def stubborn() -> None:
        nonlocal lost
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            lost += 1
        await asyncio.sleep(3600)

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    await end([task])
    assert task.cancelled()
    assert lost == 1


async def test_tasks_that_failed_or_are_over_hold_up_nothing() -> None:
    async def fails() -> None:
        raise ValueError("no")

    failed, over = asyncio.create_task(fails()), asyncio.create_task(asyncio.sleep(0))
    await asyncio.sleep(0)
    await end([failed, over])
    await end([])
    assert isinstance(failed.exception(), ValueError)
    assert over.done()
