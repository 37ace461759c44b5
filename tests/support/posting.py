"""A service that delivers webhooks to receivers on loopback, quickly."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec.structs import replace
from tests.support.receiver import Got, Receiver

from croupier.adapters.background import end
from croupier.adapters.bootstrap import Installation
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.history import PostgresHistory
from croupier.adapters.postgres.session import service_conninfo
from croupier.adapters.settings import Settings
from croupier.adapters.webhooks.wiring import delivering
from croupier.service.ports import Clock
from croupier.service.webhooks.courier import World
from croupier.service.webhooks.deliverer import Pace


class ShiftedClock:
    """The system's clock, as much ahead as a test says."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def now(self) -> datetime:
        return datetime.now(UTC) + self.ahead


AT_ONCE = Pace(poll=0.05, rest=0.01, idle=0.05, patience=0.05)


def private(settings: Settings) -> Settings:
    """The same settings, where webhooks may go to loopback."""
    return replace(settings, webhooks_private=True)


@asynccontextmanager
async def deliverer_of(
    parts: Installation, settings: Settings, troubles: list[Exception], clock: Clock
) -> AsyncIterator[asyncio.Task[None]]:
    """A process that delivers, wired as the program wires it but in haste, until the end of the block."""
    assert settings.database_url
    async with AsyncExitStack() as stack:
        fetcher = Fetcher(service_conninfo(settings.database_url), 2, 10.0)
        await fetcher.open()
        stack.push_async_callback(fetcher.close)
        world = World(parts.store, parts.secrets, clock, parts.services.entropy)
        _, deliverer = delivering(
            private(settings),
            fetcher,
            world,
            PostgresHistory(fetcher),
            parts.bell.listener(),
            lambda what, error: troubles.append(error),
            stack,
            AT_ONCE,
        )
        task = asyncio.create_task(deliverer.run())
        yield task
        await end([task])


def hook(receiver: Receiver) -> str:
    """The receiver's URL."""
    return f"http://127.0.0.1:{receiver.port}/hook"


def entries_of(got: list[Got]) -> list[tuple[str, int]]:
    """Stream and position of what came, pings left out."""
    data: list[dict[str, Any]] = [one.json["data"] for one in got]
    return [(one["stream"], one["position"]) for one in data if "position" in one]
