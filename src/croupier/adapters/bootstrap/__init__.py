"""The only place where the parts are wired together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from msgspec import Struct

from croupier.adapters.bootstrap.following import projector, retaining, timekeeper, webhooks_of
from croupier.adapters.bootstrap.ground import Ground, ground
from croupier.adapters.bootstrap.publishing import publishing
from croupier.adapters.bootstrap.troubles import trouble
from croupier.adapters.bootstrap.use_cases import use_cases
from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.postgres.attempts import PostgresAttempts
from croupier.adapters.postgres.keyuses import PostgresKeyUses
from croupier.adapters.redis.bell import RedisBell
from croupier.adapters.redis.generations import RedisGenerations
from croupier.adapters.sealer import Sealer
from croupier.adapters.settings import Settings
from croupier.service.live import Follower
from croupier.service.projection import Projector, Rebuilding
from croupier.service.retention import Retaining
from croupier.service.services import Services
from croupier.service.timekeeping import Timekeeper
from croupier.service.transparency.publisher import Publisher
from croupier.service.webhooks.deliverer import Deliverer


class Installation(Struct, frozen=True):
    """A wired installation: the use cases, and the parts that commands of the program reach for."""

    services: Services
    store: PostgresEventStore
    secrets: Sealer
    bell: RedisBell
    projector: Projector
    timekeeper: Timekeeper
    follower: Follower
    publisher: Publisher
    rebuilding: Rebuilding
    attempts: PostgresAttempts
    key_uses: PostgresKeyUses
    retaining: Retaining
    deliverer: Deliverer


@asynccontextmanager
async def installation(settings: Settings, *, join: bool = False) -> AsyncIterator[Installation]:
    """The installation of these settings, with its servers running and its schema up to date.

    With `join`, embedded servers that a running service has started are used, and left running; and where
    there is no installation yet, none is made.
    Raises `SettingsError`, `EmbeddedServerFailed`, `StoreUnavailable`, `psycopg.Error`.
    """
    async with AsyncExitStack() as stack:
        parts = _wired(await ground(settings, join, stack), stack)
        stack.push_async_callback(parts.attempts.close)
        stack.push_async_callback(parts.key_uses.close)
        yield parts


def _wired(on: Ground, stack: AsyncExitStack) -> Installation:
    bell, attempts = RedisBell(on.client, trouble), PostgresAttempts(on.fetcher)
    transparency, publisher = publishing(on, stack)
    key_uses = PostgresKeyUses(on.fetcher)
    follower = Follower(on.store, on.store, bell.listener(), trouble)
    webhooks, deliverer = webhooks_of(on, bell, stack)
    services = use_cases(on, bell, follower, attempts, key_uses, transparency, publisher, webhooks)
    generations = RedisGenerations(on.client, on.secrets)
    return Installation(
        services=services,
        store=on.store,
        secrets=on.secrets,
        bell=bell,
        projector=projector(on, generations, bell),
        timekeeper=timekeeper(on, services),
        follower=follower,
        publisher=publisher,
        rebuilding=Rebuilding(on.store, on.secrets, generations, generations, trouble),
        attempts=attempts,
        key_uses=key_uses,
        retaining=retaining(on),
        deliverer=deliverer,
    )
