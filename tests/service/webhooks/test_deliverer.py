"""The process that delivers: it finds work, lets no endpoint stop another, and rests where there is none."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime

from msgspec.structs import replace
from tests.support.webhooks import LOG, OK, WEBHOOK, Post

from croupier.service.errors import StoreUnavailable
from croupier.service.ports.webhooks import Answered, Letter, Looked
from croupier.service.webhooks.deliverer import Deliverer, Pace

AT_ONCE = Pace(poll=0.0, rest=0.0, idle=0.001, patience=0.0)


async def taken(letter: Letter) -> Answered:
    """An endpoint that takes everything."""
    return OK


class Silence:
    """An alarm that nobody rings."""

    async def wait(self, seconds: float) -> Mapping[str, int]:
        await asyncio.sleep(0)
        return {}


class Process:
    """A process that delivers from a post; `troubles` are what it told."""

    def __init__(self, post: Post) -> None:
        self.troubles: list[str] = []
        self.post = post
        self.deliverer = Deliverer(post.webhooks, post.courier, Silence(), post.clock, self.trouble, AT_ONCE)

    def trouble(self, what: str, error: Exception) -> None:
        self.troubles.append(what)

    async def run_until(self, enough: Callable[[], bool]) -> None:
        """Run it until there is enough, and stop it."""
        task = asyncio.create_task(self.deliverer.run())
        async with asyncio.timeout(20):
            while not enough():  # noqa: ASYNC110 - what is waited for sets no event
                await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait((task,))


async def test_what_happens_is_delivered_and_the_endpoint_let_go() -> None:
    post = Post()
    await post.happen("wallet-a", "baccarat-b")
    await Process(post).run_until(lambda: post.outbox.cursor == 1 and not post.webhooks.held)
    assert set(post.received) == {("wallet-a", 0), ("baccarat-b", 1)}


async def test_an_endpoint_that_another_process_is_at_is_left_to_it() -> None:
    post, looks = Post(), 0
    await post.happen("wallet-a")
    now = post.clock.now()
    await post.webhooks.hold(WEBHOOK, "another", now, now.replace(hour=1))
    process = Process(post)
    look = post.webhooks.look

    async def counted(now: datetime, most: int) -> Looked:
        nonlocal looks
        looks += 1
        await look(now, most)
        return Looked(True, (WEBHOOK,))  # as if it had been free when it was looked for

    post.webhooks.look = counted  # type: ignore[method-assign]
    await process.run_until(lambda: looks > 5)
    assert post.letters == []
    assert process.troubles == []


async def test_an_endpoint_whose_secret_does_not_open_is_told_and_stops_no_other() -> None:
    post = Post()
    other = "webhook-bbbbbbbbbbbbbbbb"
    post.webhooks.kept = {
        WEBHOOK: replace(post.webhook, secrets=b"broken"),
        other: replace(post.webhook, id=other, secrets=post.webhook.secrets.replace(b"a" * 16, b"b" * 16)),
    }
    process = Process(post)
    await post.happen("wallet-a")
    post.send = taken  # type: ignore[method-assign]
    await process.run_until(lambda: post.webhooks.kept[other].outbox.cursor == 0)
    assert post.outbox.cursor == -1
    assert any(WEBHOOK in told for told in process.troubles)
    assert not any(other in told for told in process.troubles)


async def test_a_store_that_is_away_is_told_and_looked_at_again() -> None:
    post = Post()
    await post.happen("wallet-a")
    process, look = Process(post), post.webhooks.look

    async def away(now: datetime, most: int) -> Looked:
        if not process.troubles:
            raise StoreUnavailable("away")
        return await look(now, most)

    post.webhooks.look = away  # type: ignore[method-assign]
    await process.run_until(lambda: post.outbox.cursor == 0)
    assert process.troubles == ["there is no looking for webhooks to send"]


async def test_without_any_endpoint_nothing_is_read_but_whether_there_is_one() -> None:
    post, looks = Post(), 0
    post.webhooks.kept.clear()
    await post.happen("wallet-a")
    look = post.webhooks.look

    async def counted(now: datetime, most: int) -> Looked:
        nonlocal looks
        looks += 1
        return await look(now, most)

    post.webhooks.look = counted  # type: ignore[method-assign]
    post.store.read_log = None  # type: ignore[method-assign,assignment]
    process = Process(post)
    await process.run_until(lambda: looks > 3)
    assert process.troubles == []


async def test_a_process_that_stops_lets_its_endpoints_go() -> None:
    post, amid = Post(), asyncio.Event()
    await post.happen("wallet-a")

    async def never(letter: object) -> None:
        amid.set()
        await asyncio.sleep(60)

    post.send = never  # type: ignore[method-assign,assignment]
    await Process(post).run_until(amid.is_set)
    assert post.webhooks.held == {}
    assert post.outbox.cursor == -1
    assert await post.store.head(LOG) == 0
