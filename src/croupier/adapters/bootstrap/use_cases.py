"""The wiring of the use cases that requests are handed to."""

from tempfile import TemporaryFile

from croupier.adapters.adjtimex import KernelSynchronisation
from croupier.adapters.bootstrap.ground import Ground
from croupier.adapters.bootstrap.troubles import trouble
from croupier.adapters.keyfiles import token_key
from croupier.adapters.postgres.answers import PostgresAnswers
from croupier.adapters.postgres.attempts import PostgresAttempts
from croupier.adapters.postgres.clock import PostgresClock
from croupier.adapters.postgres.history import PostgresHistory
from croupier.adapters.postgres.keys import PostgresKeys
from croupier.adapters.postgres.keyuses import PostgresKeyUses
from croupier.adapters.postgres.persons import PostgresPersons
from croupier.adapters.postgres.records import PostgresRecords
from croupier.adapters.redis.bell import RedisBell
from croupier.adapters.redis.limits import RedisLimits
from croupier.adapters.rulebooks import rulebooks
from croupier.adapters.sealer import Sealer
from croupier.adapters.software import InstalledSoftware
from croupier.adapters.tokens import JwtTokens
from croupier.domain.disputes.commands import Deadlines
from croupier.service.access import Access
from croupier.service.acting import Acting
from croupier.service.attempts import Refusals
from croupier.service.bundles import Bundles
from croupier.service.cursors import Cursors
from croupier.service.deciding import Deciding
from croupier.service.disputes import Disputes
from croupier.service.disputes.evidence import EvidenceRoom
from croupier.service.guarding import Guard
from croupier.service.handling import Handling
from croupier.service.health import Health
from croupier.service.holding import Holding
from croupier.service.keymaking import KeyMaking
from croupier.service.keyring import Keyring
from croupier.service.limiting import Limiting
from croupier.service.live import Follower, Places, Room, Streaming
from croupier.service.once import OnceOnly
from croupier.service.persons import Persons
from croupier.service.reading import Reading
from croupier.service.rounds.finding import Rounds
from croupier.service.rounds.past import Past
from croupier.service.rounds.plays import Plays
from croupier.service.rounds.reporting import Reporting
from croupier.service.rounds.travelling import Travelling
from croupier.service.services import Policy, Services
from croupier.service.software.clocks import Clocks
from croupier.service.software.reading import Software
from croupier.service.transparency.publisher import Publisher
from croupier.service.transparency.reading import Transparency
from croupier.service.watching import Watch
from croupier.service.webhooks.webhooks import Webhooks


def use_cases(
    on: Ground,
    bell: RedisBell,
    follower: Follower,
    attempts: PostgresAttempts,
    key_uses: PostgresKeyUses,
    transparency: Transparency,
    publisher: Publisher,
    webhooks: Webhooks,
) -> Services:
    """All use cases, on the ground and the parts that they share with the background's."""
    store, streams, clock, entropy = on.store, on.streams, on.clock, on.entropy
    refusals = Refusals(attempts, clock, entropy)
    holding = Holding(on.settings.rates)
    limiting = Limiting(RedisLimits(on.client, trouble), on.settings.rates)
    keys = PostgresKeys(on.fetcher)
    keymaking = KeyMaking(keys, clock, entropy)
    deciding = Deciding(clock, entropy, on.secrets, on.code)
    history, rounds, past = PostgresHistory(on.fetcher), Rounds(store), Past(store, on.secrets)
    return Services(
        handling=Handling(streams, deciding, store, bell, refusals),
        reading=Reading(on.views, store, streams),
        streams=streams,
        history=history,
        access=Access(keys, JwtTokens(token_key(on.settings)), clock, entropy, key_uses),
        limiting=limiting,
        guard=Guard(limiting),
        holding=holding,
        streaming=_streaming(on, follower, history, holding),
        acting=Acting(streams),
        keymaking=keymaking,
        keyring=Keyring(keys, keymaking, clock),
        health=Health({"store": store.heads}, {"views": on.client.ping, "log": publisher.well}),
        transparency=transparency,
        bundles=_bundles(on, transparency),
        software=_software(on),
        refusals=refusals,
        attempts=attempts,
        persons=Persons(PostgresPersons(on.fetcher), on.secrets, _sealer_of, streams, clock, entropy),
        clock=clock,
        entropy=entropy,
        once=OnceOnly(PostgresAnswers(on.fetcher), on.secrets),
        cursors=Cursors(on.secrets),
        webhooks=webhooks,
        watch=Watch(store, follower),
        policy=Policy(on.settings.fixed_decks, on.settings.trusted_proxies),
        reporting=Reporting(rounds, past, transparency),
        plays=Plays(store, history, streams, rounds, past),
        travelling=Travelling(store, on.secrets, past),
        disputes=_disputes(on, history, transparency),
    )


def _streaming(on: Ground, follower: Follower, history: PostgresHistory, holding: Holding) -> Streaming:
    settings = on.settings
    places = Places(
        Room(
            settings.live_streams,
            settings.live_stream_bytes,
            settings.live_bytes,
            settings.live_operator_share,
        )
    )
    return Streaming(follower, on.store, history, on.streams, holding, places, settings.live_heartbeat)


def _bundles(on: Ground, transparency: Transparency) -> Bundles:
    records = PostgresRecords(on.fetcher)
    return Bundles(on.store, records, transparency, TemporaryFile, rulebooks(), on.code)


def _disputes(on: Ground, history: PostgresHistory, transparency: Transparency) -> Disputes:
    evidence = EvidenceRoom(on.store, on.streams, transparency)
    settings = on.settings
    deadlines = Deadlines(settings.dispute_take_hours * 3600, settings.dispute_rule_hours * 3600)
    return Disputes(evidence, on.streams, history, on.clock, on.entropy, deadlines)


def _software(on: Ground) -> Software:
    tolerance = on.settings.clock_tolerance
    clocks = Clocks(on.clock, PostgresClock(on.fetcher), KernelSynchronisation(), tolerance)
    return Software(InstalledSoftware(), clocks, on.clock)


def _sealer_of(key: bytes) -> Sealer:
    return Sealer((key,))
