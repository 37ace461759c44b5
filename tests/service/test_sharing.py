"""What many ask for at the same moment is read once."""

import asyncio

import pytest

from croupier.service.errors import StoreUnavailable
from croupier.service.sharing import Kept, Shared


class Slow:
    """Counts how often it is read; each reading ends when it is told to."""

    def __init__(self) -> None:
        self.begun = 0
        self.may_end = asyncio.Event()

    async def read(self) -> int:
        self.begun += 1
        number = self.begun
        await self.may_end.wait()
        return number


async def asking(shared: Shared, slow: Slow, *keys: str) -> list[asyncio.Task[int]]:
    """Those who ask by these keys, all of them under way."""
    tasks = [asyncio.create_task(shared.get(key, slow.read)) for key in keys]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return tasks


async def test_those_who_ask_for_the_same_meanwhile_have_one_answer() -> None:
    shared, slow = Shared(), Slow()
    asked = await asking(shared, slow, "a", "a", "b", "a")
    slow.may_end.set()
    assert [await one for one in asked] == [1, 1, 2, 1]
    assert await shared.get("a", slow.read) == 3


async def test_who_goes_away_takes_nothing_from_the_others() -> None:
    shared, slow = Shared(), Slow()
    first, second = await asking(shared, slow, "a", "a")
    first.cancel()
    slow.may_end.set()
    assert await second == 1
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_all_hear_why_it_failed_and_the_next_reads_anew() -> None:
    shared, failed = Shared(), 0

    async def fail() -> int:
        nonlocal failed
        failed += 1
        raise StoreUnavailable("away")

    outcomes = await asyncio.gather(*(shared.get("a", fail) for _ in range(3)), return_exceptions=True)
    assert [type(one) for one in outcomes] == [StoreUnavailable] * 3
    with pytest.raises(StoreUnavailable):
        await shared.get("a", fail)
    assert failed == 2


async def test_what_is_kept_is_read_again_when_its_time_is_up_and_not_before() -> None:
    slow, now = Slow(), 100.0
    slow.may_end.set()
    kept = Kept(slow.read, 10.0, lambda: now)
    assert [await kept.get() for _ in range(3)] == [1, 1, 1]
    now = 109.9
    assert await kept.get() == 1
    now = 110.0
    assert [await one for one in [asyncio.create_task(kept.get()) for _ in range(3)]] == [2, 2, 2]


async def test_what_could_not_be_read_is_not_kept() -> None:
    failures = [StoreUnavailable("away")]

    async def read() -> str:
        if failures:
            raise failures.pop()
        return "there"

    kept = Kept(read, 10.0)
    with pytest.raises(StoreUnavailable):
        await kept.get()
    assert await kept.get() == "there"
