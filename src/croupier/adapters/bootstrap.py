"""The only place where the parts are wired together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import structlog
from msgspec import Struct
from redis.asyncio import Redis

from croupier.adapters.embedded import EmbeddedPostgres, EmbeddedValkey
from croupier.adapters.embedded.server import EmbeddedServer
from croupier.adapters.keyfiles import seal_keys, token_key
from croupier.adapters.postgres import PostgresEventStore, migrate
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.history import PostgresHistory
from croupier.adapters.postgres.keys import PostgresKeys
from croupier.adapters.postgres.session import service_conninfo
from croupier.adapters.redis.bell import RedisBell
from croupier.adapters.redis.client import connect
from croupier.adapters.redis.generations import RedisGenerations
from croupier.adapters.redis.lease import RedisLease
from croupier.adapters.redis.views import RedisViews
from croupier.adapters.sealer import Sealer
from croupier.adapters.settings import Settings
from croupier.adapters.system import SystemClock, SystemEntropy, rule_code
from croupier.adapters.tokens import JwtTokens
from croupier.service.access import Access
from croupier.service.deciding import Deciding
from croupier.service.handling import Handling
from croupier.service.health import Health
from croupier.service.ports import Secrets
from croupier.service.projection import Projecting, Projector, Rebuilding
from croupier.service.reading import Reading
from croupier.service.services import Policy, Services
from croupier.service.streams import Streams
from croupier.service.timekeeping import Timekeeper

_PATIENCE = 10.0
_READERS = 4

log = structlog.get_logger("croupier")


class Installation(Struct, frozen=True):
    """A wired installation: the use cases, and the parts that commands of the program reach for."""

    services: Services
    store: PostgresEventStore
    secrets: Secrets
    bell: RedisBell
    projector: Projector
    timekeeper: Timekeeper
    rebuilding: Rebuilding


@asynccontextmanager
async def installation(settings: Settings, *, join: bool = False) -> AsyncIterator[Installation]:
    """The installation of these settings, with its servers running and its schema up to date.

    With `join`, embedded servers that a running service has started are used, and left running.
    Raises `SettingsError`, `EmbeddedServerFailed`, `StoreUnavailable`, `psycopg.Error`.
    """
    async with AsyncExitStack() as stack:
        folder = settings.var
        database = settings.database_url or await _embedded(
            EmbeddedPostgres(folder / "postgres"), join, stack
        )
        cache = settings.redis_url or await _embedded(EmbeddedValkey(folder / "valkey"), join, stack)
        await asyncio.to_thread(migrate, settings.database_owner_url or database)
        store = await stack.enter_async_context(PostgresEventStore(database))
        fetcher = Fetcher(service_conninfo(database), _READERS, _PATIENCE)
        await fetcher.open()
        stack.push_async_callback(fetcher.close)
        client = connect(cache)
        stack.push_async_callback(client.aclose)
        yield _wired(settings, store, fetcher, client)


async def _embedded(server: EmbeddedServer, join: bool, stack: AsyncExitStack) -> str:
    """The URL of the embedded server, started here and stopped with the stack, or joined."""
    if join and (url := server.running_url()):
        return url
    url = await asyncio.to_thread(server.start)
    stack.push_async_callback(asyncio.to_thread, server.stop)
    return url


def _wired(settings: Settings, store: PostgresEventStore, fetcher: Fetcher, client: Redis) -> Installation:
    clock, entropy, secrets = SystemClock(), SystemEntropy(), Sealer(seal_keys(settings))
    streams = Streams(store, secrets)
    bell = RedisBell(client, _trouble)
    generations = RedisGenerations(client)
    rebuilding = Rebuilding(store, secrets, generations, generations, _trouble)
    projector = Projector(
        store,
        store,
        generations,
        Projecting(store, streams, generations, _trouble),
        Rebuilding(store, secrets, generations, generations, _trouble, rest=1.0),
        RedisLease(client),
        bell.listener(),
        _trouble,
    )
    views = RedisViews(client, _trouble)
    services = Services(
        handling=Handling(streams, Deciding(clock, entropy, secrets, rule_code()), store, bell),
        reading=Reading(views, store, streams),
        streams=streams,
        history=PostgresHistory(fetcher),
        access=Access(PostgresKeys(fetcher), JwtTokens(token_key(settings)), clock, entropy),
        health=Health({"store": store.heads}, {"views": client.ping}),
        clock=clock,
        entropy=entropy,
        policy=Policy(fixed_decks=settings.fixed_decks),
    )
    timekeeper = Timekeeper(store, store, streams, views, services.handling, clock, _trouble)
    return Installation(services, store, secrets, bell, projector, timekeeper, rebuilding)


def _trouble(what: str, error: Exception) -> None:
    log.warning(what, error=f"{type(error).__name__}: {error}")
