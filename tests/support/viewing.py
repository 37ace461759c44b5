"""The views of a casino in Valkey, wired as the service does, for tests."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from msgspec.json import decode
from tests.support.playing import LOG, Casino

from croupier.adapters.background import end
from croupier.adapters.redis.bell import RedisBell
from croupier.adapters.redis.client import connect
from croupier.adapters.redis.generations import RedisGenerations
from croupier.adapters.redis.lease import RedisLease
from croupier.adapters.redis.views import RedisViews
from croupier.service.ports import Heads, LobbyQuery
from croupier.service.projection import Pace, Projecting, Projector, Rebuilding
from croupier.service.reading import Reading
from croupier.service.records import category
from croupier.service.streams import Streams

TABLE = "baccarat-a1"
QUICK = Pace(poll=0.05, rest=0.005, share=0.5, patience=0.02, most_patience=0.1)


class Viewing:
    """One process's side of the views: clients, reader, projector. `troubles` is what it complained of."""

    def __init__(self, url: str, casino: Casino, pace: Pace = QUICK, heads: Heads | None = None) -> None:
        """Views of the casino's logs, or those that `heads` knows, in the Valkey at `url`."""
        self.troubles: list[tuple[str, Exception]] = []
        self.casino = casino
        self.client = connect(url)
        self.views = RedisViews(self.client, casino.secrets, self.trouble)
        self.generations = RedisGenerations(self.client, casino.secrets)
        self.bell = RedisBell(self.client, self.trouble)
        self.lease = RedisLease(self.client)
        store: Any = casino.store
        self.reading = Reading(self.views, store, casino.streams)
        self.rebuilding = self.rebuilder()
        streams = Streams(store, casino.secrets)
        self.projecting = Projecting(store, streams, self.generations, self.trouble)
        self.projector = Projector(
            store,
            heads or store,
            self.generations,
            self.projecting,
            self.rebuilding,
            self.lease,
            self.bell.listener(),
            self.trouble,
            pace,
        )

    def rebuilder(self) -> Rebuilding:
        """A rebuild as the command does it."""
        return Rebuilding(
            self.casino.store, self.casino.secrets, self.generations, self.generations, self.trouble
        )

    def trouble(self, what: str, error: Exception) -> None:
        """Note a complaint."""
        self.troubles.append((what, error))

    async def shows(self, table: str, viewer: str = "public") -> bool:
        """Whether the views have the table as it stands in the log."""
        kept = await self.views.table(self.casino.log, table, viewer)
        loaded = await self.casino.streams.catch_up(self.casino.log, table)
        return kept is not None and kept.revision == loaded.revision

    async def shows_all(self) -> bool:
        """Whether the views have all tables of the log, as they stand."""
        log, store = self.casino.log, self.casino.store
        tables = sorted(
            {e.stream for e in [e async for e in store.read_log(log)] if category(e.stream) != "wallet"}
        )
        page = await self.views.lobby(log, LobbyQuery(1_000))
        if page is None or [decode(one)["table"] for one in page.summaries] != tables:
            return False
        return all([await self.shows(table) for table in tables])


@asynccontextmanager
async def projecting(*viewings: Viewing) -> AsyncIterator[None]:
    """Their projectors and bells are running meanwhile."""
    tasks = [asyncio.create_task(work) for one in viewings for work in (one.projector.run(), one.bell.run())]
    try:
        yield
        for task in tasks:
            assert not task.done(), "it must never end by itself"
    finally:
        await end(tasks)
        for one in viewings:
            await one.client.aclose()


async def soon(condition: Callable[[], Awaitable[bool]], seconds: float = 5.0) -> None:
    """Wait until the condition holds; it must within those seconds."""
    async with asyncio.timeout(seconds):
        while not await condition():  # noqa: ASYNC110 - what is waited for is in another process
            await asyncio.sleep(0.01)


async def playing_casino(log: str = LOG) -> Casino:
    """A casino whose player ann sits at `TABLE`."""
    casino = Casino(log=log)
    await casino.open(TABLE, decks=1)
    await casino.wallet("ann")
    await casino.sit(TABLE, 1, "ann")
    return casino


async def play(casino: Casino, coups: int = 3, table: str = TABLE) -> None:
    """Coups in which ann bets."""
    for _ in range(coups):
        await casino.coup(table, {1: 5})
        await asyncio.sleep(0)
