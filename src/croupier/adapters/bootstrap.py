"""The only place where the parts are wired together."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from tempfile import TemporaryFile
from typing import Final

import structlog
from msgspec import Struct
from redis.asyncio import Redis

from croupier.adapters.adjtimex import KernelSynchronisation
from croupier.adapters.ed25519 import Ed25519Checker, Ed25519Signer
from croupier.adapters.embedded import EmbeddedPostgres, EmbeddedValkey
from croupier.adapters.embedded.server import EmbeddedServer
from croupier.adapters.keyfiles import log_keys, seal_keys, signed_folder, token_key
from croupier.adapters.postgres import PostgresEventStore, migrate
from croupier.adapters.postgres.attempts import PostgresAttempts
from croupier.adapters.postgres.checkpoints import PostgresCheckpoints
from croupier.adapters.postgres.clock import PostgresClock
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.history import PostgresHistory
from croupier.adapters.postgres.keys import PostgresKeys
from croupier.adapters.postgres.persons import PostgresPersons
from croupier.adapters.postgres.records import PostgresRecords
from croupier.adapters.postgres.retention import PostgresRetention
from croupier.adapters.postgres.session import service_conninfo
from croupier.adapters.postgres.tree import PostgresTrees
from croupier.adapters.redis.bell import RedisBell
from croupier.adapters.redis.client import connect
from croupier.adapters.redis.generations import RedisGenerations
from croupier.adapters.redis.lease import RedisLease
from croupier.adapters.redis.views import RedisViews
from croupier.adapters.rulebooks import rulebooks
from croupier.adapters.sealer import Sealer
from croupier.adapters.settings import Settings
from croupier.adapters.signedfiles import SignedFiles
from croupier.adapters.software import InstalledSoftware
from croupier.adapters.system import SystemClock, SystemEntropy, rule_code
from croupier.adapters.tokens import JwtTokens
from croupier.adapters.witnesses import HttpWitnesses, configured_witnesses
from croupier.domain.disputes.commands import Deadlines
from croupier.service.access import Access
from croupier.service.attempts import Refusals
from croupier.service.bundles import Bundles
from croupier.service.deciding import Deciding
from croupier.service.disputes import Disputes
from croupier.service.disputes.evidence import EvidenceRoom
from croupier.service.handling import Handling
from croupier.service.health import Health
from croupier.service.persons import Persons
from croupier.service.projection import Projecting, Projector, Rebuilding
from croupier.service.reading import Reading
from croupier.service.retention import Kept, Retaining
from croupier.service.rounds.finding import Rounds
from croupier.service.rounds.past import Past
from croupier.service.rounds.plays import Plays
from croupier.service.rounds.reporting import Reporting
from croupier.service.rounds.travelling import Travelling
from croupier.service.services import Policy, Services
from croupier.service.software.clocks import Clocks
from croupier.service.software.reading import Software
from croupier.service.streams import Streams
from croupier.service.timekeeping import Timekeeper
from croupier.service.transparency.cosigning import Cosigning
from croupier.service.transparency.patrol import Patrol
from croupier.service.transparency.publisher import Publisher
from croupier.service.transparency.reading import Transparency
from croupier.service.transparency.signing import Signing

_PATIENCE: Final = 10.0
_READERS: Final = 4

log = structlog.get_logger("croupier")


class Installation(Struct, frozen=True):
    """A wired installation: the use cases, and the parts that commands of the program reach for."""

    services: Services
    store: PostgresEventStore
    secrets: Sealer
    bell: RedisBell
    projector: Projector
    timekeeper: Timekeeper
    publisher: Publisher
    rebuilding: Rebuilding
    attempts: PostgresAttempts
    retaining: Retaining


class _Ground(Struct, frozen=True):
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


@asynccontextmanager
async def installation(settings: Settings, *, join: bool = False) -> AsyncIterator[Installation]:
    """The installation of these settings, with its servers running and its schema up to date.

    With `join`, embedded servers that a running service has started are used, and left running.
    Raises `SettingsError`, `EmbeddedServerFailed`, `StoreUnavailable`, `psycopg.Error`.
    """
    async with AsyncExitStack() as stack:
        parts = _wired(await _ground(settings, join, stack), stack)
        stack.push_async_callback(parts.attempts.close)
        yield parts


async def _ground(settings: Settings, join: bool, stack: AsyncExitStack) -> _Ground:
    folder = settings.var
    database = settings.database_url or await _embedded(EmbeddedPostgres(folder / "postgres"), join, stack)
    cache = settings.redis_url or await _embedded(EmbeddedValkey(folder / "valkey"), join, stack)
    await asyncio.to_thread(migrate, settings.database_owner_url or database)
    store = await stack.enter_async_context(PostgresEventStore(database))
    fetcher = Fetcher(service_conninfo(database), _READERS, _PATIENCE)
    await fetcher.open()
    stack.push_async_callback(fetcher.close)
    client = connect(cache)
    stack.push_async_callback(client.aclose)
    secrets = Sealer(seal_keys(settings))
    return _Ground(
        settings=settings,
        store=store,
        fetcher=fetcher,
        client=client,
        clock=SystemClock(),
        entropy=SystemEntropy(),
        secrets=secrets,
        streams=Streams(store, secrets),
        views=RedisViews(client, secrets, _trouble),
        code=rule_code(),
    )


async def _embedded(server: EmbeddedServer, join: bool, stack: AsyncExitStack) -> str:
    """The URL of the embedded server, started here and stopped with the stack, or joined."""
    if join and (url := server.running_url()):
        return url
    url = await asyncio.to_thread(server.start)
    stack.push_async_callback(asyncio.to_thread, server.stop)
    return url


def _wired(on: _Ground, stack: AsyncExitStack) -> Installation:
    bell, attempts = RedisBell(on.client, _trouble), PostgresAttempts(on.fetcher)
    transparency, publisher = _publishing(on, stack)
    services = _services(on, bell, attempts, transparency, publisher)
    generations = RedisGenerations(on.client, on.secrets)
    return Installation(
        services=services,
        store=on.store,
        secrets=on.secrets,
        bell=bell,
        projector=_projector(on, generations, bell),
        timekeeper=_timekeeper(on, services),
        publisher=publisher,
        rebuilding=Rebuilding(on.store, on.secrets, generations, generations, _trouble),
        attempts=attempts,
        retaining=_retaining(on),
    )


def _services(
    on: _Ground,
    bell: RedisBell,
    attempts: PostgresAttempts,
    transparency: Transparency,
    publisher: Publisher,
) -> Services:
    store, streams, clock, entropy = on.store, on.streams, on.clock, on.entropy
    refusals = Refusals(attempts, clock, entropy)
    deciding = Deciding(clock, entropy, on.secrets, on.code)
    history, rounds, past = PostgresHistory(on.fetcher), Rounds(store), Past(store, on.secrets)
    return Services(
        handling=Handling(streams, deciding, store, bell, refusals),
        reading=Reading(on.views, store, streams),
        streams=streams,
        history=history,
        access=Access(PostgresKeys(on.fetcher), JwtTokens(token_key(on.settings)), clock, entropy),
        health=Health({"store": store.heads}, {"views": on.client.ping, "log": publisher.well}),
        transparency=transparency,
        bundles=_bundles(on, transparency),
        software=_software(on),
        refusals=refusals,
        attempts=attempts,
        persons=Persons(PostgresPersons(on.fetcher), on.secrets, _sealer_of, streams, clock, entropy),
        clock=clock,
        entropy=entropy,
        policy=Policy(fixed_decks=on.settings.fixed_decks),
        reporting=Reporting(rounds, past, transparency),
        plays=Plays(store, history, streams, rounds, past),
        travelling=Travelling(store, on.secrets, past),
        disputes=_disputes(on, history, transparency),
    )


def _projector(on: _Ground, generations: RedisGenerations, bell: RedisBell) -> Projector:
    """What keeps the views; it fills lost ones anew without hurry."""
    return Projector(
        on.store,
        on.store,
        generations,
        Projecting(on.store, on.streams, generations, _trouble),
        Rebuilding(on.store, on.secrets, generations, generations, _trouble, rest=1.0),
        RedisLease(on.client),
        bell.listener(),
        _trouble,
    )


def _timekeeper(on: _Ground, services: Services) -> Timekeeper:
    return Timekeeper(on.store, on.store, on.streams, on.views, services.handling, on.clock, _trouble)


def _publishing(on: _Ground, stack: AsyncExitStack) -> tuple[Transparency, Publisher]:
    """What reads the logs as published, and what publishes them."""
    trees, checkpoints = PostgresTrees(on.fetcher), PostgresCheckpoints(on.fetcher)
    settings, signer = on.settings, Ed25519Signer(log_keys(on.settings))
    transparency = Transparency(trees, checkpoints, signer, settings.name)
    signing = Signing(trees, checkpoints, SignedFiles(signed_folder(settings)), signer, settings.name)
    cosigning = None
    if settings.witnesses:
        witnesses = _witnesses(settings, transparency)
        stack.push_async_callback(witnesses.close)
        cosigning = Cosigning(trees, checkpoints, witnesses, settings.name, _trouble)
    lease = RedisLease(on.client, "publisher", seconds=3.0)
    return transparency, Publisher(on.store, signing, Patrol(trees), lease, cosigning, _trouble, _shout)


def _witnesses(settings: Settings, transparency: Transparency) -> HttpWitnesses:
    async def prove(origin: str, old: int, new: int) -> Sequence[bytes]:
        return await transparency.consistency(origin.removeprefix(f"{settings.name}/"), old, new)

    return HttpWitnesses(configured_witnesses(settings), prove, Ed25519Checker(), _trouble)


def _bundles(on: _Ground, transparency: Transparency) -> Bundles:
    records = PostgresRecords(on.fetcher)
    return Bundles(on.store, records, transparency, TemporaryFile, rulebooks(), on.code)


def _disputes(on: _Ground, history: PostgresHistory, transparency: Transparency) -> Disputes:
    evidence = EvidenceRoom(on.store, on.streams, transparency)
    settings = on.settings
    deadlines = Deadlines(settings.dispute_take_hours * 3600, settings.dispute_rule_hours * 3600)
    return Disputes(evidence, on.store, on.streams, history, on.clock, on.entropy, deadlines)


def _software(on: _Ground) -> Software:
    tolerance = on.settings.clock_tolerance
    clocks = Clocks(on.clock, PostgresClock(on.fetcher), KernelSynchronisation(), tolerance)
    return Software(InstalledSoftware(), clocks, on.clock)


def _retaining(on: _Ground) -> Retaining:
    kept = Kept(on.settings.attempts_days, on.settings.answers_days)
    return Retaining(PostgresRetention(on.fetcher), kept, _removed, _trouble)


def _sealer_of(key: bytes) -> Sealer:
    return Sealer((key,))


def _shout(name: str, code: str, reason: str) -> None:
    log.error("log-signing-refused", log=name, code=code, reason=reason)


def _removed(what: str, how_many: int) -> None:
    log.info("what is old was removed", what=what, removed=how_many)


def _trouble(what: str, error: Exception) -> None:
    log.warning(what, error=f"{type(error).__name__}: {error}")
