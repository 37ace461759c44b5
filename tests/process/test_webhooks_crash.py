"""A service that is killed while it delivers webhooks: the next sends all that was not taken, in order."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.process.service import RunningService
from tests.support.posting import entries_of, hook
from tests.support.receiver import Got, answer, receiving
from tests.support.webhooks import in_order

from croupier.adapters.embedded import EmbeddedPostgres

PLAYERS, DEPOSITS = 3, 6


@pytest.fixture
def environment(postgres_folder: Path, valkey_url: str) -> Iterator[dict[str, str]]:
    """Servers that outlive a service which is killed, with a database that nobody else uses."""
    with EmbeddedPostgres(postgres_folder) as database:
        yield {
            "DATABASE_URL": database,
            "REDIS_URL": f"{valkey_url.rstrip('/')}/7",
            "CROUPIER_WEBHOOKS_PRIVATE": "true",
        }


async def test_nothing_is_lost_and_the_order_is_kept(tmp_path: Path, environment: dict[str, str]) -> None:
    async def start() -> RunningService:
        return await asyncio.to_thread(RunningService, tmp_path / "var", **environment)

    amid = asyncio.Event()

    async def stuck(got: Got) -> bytes:
        """Take five messages and never answer those after them."""
        if len(receiver.got) >= 5:
            amid.set()
            await asyncio.sleep(60)
        return answer(204)

    async with receiving() as receiver:
        receiver.answers = stuck
        with await start() as first:
            position = await happen(first, hook(receiver))
            async with asyncio.timeout(30):
                await amid.wait()
            await asyncio.to_thread(first.stop, signal.SIGKILL)
        taken = set(entries_of(receiver.got))
        receiver.always(answer(204))
        with await start() as second:
            await until_delivered(second, first.key, position)
            await asyncio.to_thread(second.stop)
    received = entries_of(receiver.got)
    assert 5 <= len(taken) < PLAYERS * (DEPOSITS + 1)
    assert {position for _, position in received} == set(range(position + 1))
    assert in_order(received)
    messages: dict[str, set[bytes]] = {}
    for got in receiver.got:
        messages.setdefault(got.message, set()).add(got.body)
    assert all(len(bodies) == 1 for bodies in messages.values())


async def happen(service: RunningService, url: str) -> int:
    """Register a webhook and let things happen in several wallets; the position of the last of them."""
    headers = {"Authorization": f"Bearer {service.key}"}
    async with httpx.AsyncClient(base_url=service.url, headers=headers, timeout=20) as client:
        made = await client.post("/v1/webhooks", json={"url": url, "events": ["wallets"]})
        assert made.status_code == 201, made.text
        players = [(await client.post("/v1/players")).json()["player"] for _ in range(PLAYERS)]
        for amount in range(1, DEPOSITS + 1):
            for player in players:
                paid = await client.post(f"/v1/wallets/{player}/deposits", json={"amount": amount})
        return int(paid.json()["position"])


async def until_delivered(service: RunningService, key: str, position: int) -> None:
    """Wait until the only webhook has got all up to that position."""
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx.AsyncClient(base_url=service.url, headers=headers) as client, asyncio.timeout(40):
        while True:
            (webhook,) = (await client.get("/v1/webhooks")).json()["webhooks"]
            if webhook["position"] == position and not webhook["waiting"]:
                return
            await asyncio.sleep(0.1)
