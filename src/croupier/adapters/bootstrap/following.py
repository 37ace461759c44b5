"""The wiring of what follows the log in the background."""

from contextlib import AsyncExitStack

from croupier.adapters.bootstrap.ground import Ground
from croupier.adapters.bootstrap.troubles import removed, trouble
from croupier.adapters.postgres.history import PostgresHistory
from croupier.adapters.postgres.retention import PostgresRetention
from croupier.adapters.redis.bell import RedisBell
from croupier.adapters.redis.generations import RedisGenerations
from croupier.adapters.redis.lease import RedisLease
from croupier.adapters.webhooks.wiring import delivering
from croupier.service.projection import Projecting, Projector, Rebuilding
from croupier.service.retention import Kept, Retaining
from croupier.service.services import Services
from croupier.service.timekeeping import Timekeeper
from croupier.service.webhooks.courier import World
from croupier.service.webhooks.deliverer import Deliverer
from croupier.service.webhooks.webhooks import Webhooks


def projector(on: Ground, generations: RedisGenerations, bell: RedisBell) -> Projector:
    """What keeps the views; it fills lost ones anew without hurry."""
    return Projector(
        on.store,
        on.store,
        generations,
        Projecting(on.store, on.streams, generations, trouble),
        Rebuilding(on.store, on.secrets, generations, generations, trouble, rest=1.0),
        RedisLease(on.client),
        bell.listener(),
        trouble,
    )


def timekeeper(on: Ground, services: Services) -> Timekeeper:
    """What acts for who is late."""
    return Timekeeper(on.store, on.store, on.streams, on.views, services.handling, on.clock, trouble)


def webhooks_of(on: Ground, bell: RedisBell, stack: AsyncExitStack) -> tuple[Webhooks, Deliverer]:
    """What keeps endpoints of webhooks, and what sends to them."""
    world = World(on.store, on.secrets, on.clock, on.entropy)
    history, alarm = PostgresHistory(on.fetcher), bell.listener()
    return delivering(on.settings, on.fetcher, world, history, alarm, trouble, stack)


def retaining(on: Ground) -> Retaining:
    """What removes what has been kept long enough."""
    settings = on.settings
    kept = Kept(settings.attempts_days, settings.answers_days, settings.webhooks_log_days)
    return Retaining(PostgresRetention(on.fetcher), kept, removed, trouble)
