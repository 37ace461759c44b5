"""What all parts stand on: the servers, the world, and the streams as known here."""

import asyncio
from contextlib import AsyncExitStack
from typing import Final

from msgspec import Struct
from redis.asyncio import Redis

from croupier.adapters.bootstrap.troubles import trouble
from croupier.adapters.embedded import EmbeddedPostgres, EmbeddedValkey
from croupier.adapters.embedded.server import EmbeddedServer
from croupier.adapters.installed import require_installed
from croupier.adapters.keyfiles import KEYS, make_keys, seal_keys
from croupier.adapters.postgres import PostgresEventStore, migrate
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.session import service_conninfo
from croupier.adapters.postgres.usedkeys import PostgresUsedKeys
from croupier.adapters.redis.client import connect
from croupier.adapters.redis.views import RedisViews
from croupier.adapters.sealer import Sealer
from croupier.adapters.settings import Settings
from croupier.adapters.system import SystemClock, SystemEntropy, rule_code
from croupier.service.streams import Streams

_PATIENCE: Final = 10.0
_READERS: Final = 4


class Ground(Struct, frozen=True):
    """What all parts stand on: the settings, the two servers, the world, and the streams as known here.

    `code` is version and content hash of the rule code, `views` are the tables as they are read.
    """

    settings: Settings
    store: PostgresEventStore
    fetcher: Fetcher
    client: Redis
    clock: SystemClock
    entropy: SystemEntropy
    secrets: Sealer
    streams: Streams
    views: RedisViews
    code: str


async def ground(settings: Settings, join: bool, stack: AsyncExitStack) -> Ground:
    """The servers, running and with their schema up to date, and the rest; all is closed with the stack."""
    folder = settings.var
    if join:
        require_installed(settings)
    database = settings.database_url or await _embedded(EmbeddedPostgres(folder / "postgres"), join, stack)
    cache = settings.redis_url or await _embedded(EmbeddedValkey(folder / "valkey"), join, stack)
    await asyncio.to_thread(migrate, settings.database_owner_url or database)
    store = await stack.enter_async_context(PostgresEventStore(database))
    fetcher = Fetcher(service_conninfo(database), _READERS, _PATIENCE)
    await fetcher.open()
    stack.push_async_callback(fetcher.close)
    await _have_keys(settings, PostgresUsedKeys(fetcher), join)
    client = connect(cache)
    stack.push_async_callback(client.aclose)
    secrets = Sealer(seal_keys(settings))
    return Ground(
        settings=settings,
        store=store,
        fetcher=fetcher,
        client=client,
        clock=SystemClock(),
        entropy=SystemEntropy(),
        secrets=secrets,
        streams=Streams(store, secrets),
        views=RedisViews(client, secrets, trouble),
        code=rule_code(),
    )


async def _have_keys(settings: Settings, used: PostgresUsedKeys, join: bool) -> None:
    """See to it that all keys are there; only a service makes them, and none that its database knows.

    Raises `SettingsError` for a key that is lost.
    """
    if join:
        make_keys(settings, used=KEYS)
        return
    make_keys(settings, await used.names())
    await used.add(KEYS)


async def _embedded(server: EmbeddedServer, join: bool, stack: AsyncExitStack) -> str:
    """The URL of the embedded server, started here and stopped with the stack, or joined."""
    if join and (url := server.running_url()):
        return url
    url = await asyncio.to_thread(server.start)
    stack.push_async_callback(asyncio.to_thread, server.stop)
    return url
