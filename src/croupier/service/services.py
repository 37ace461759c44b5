"""All use cases of an installation, wired together once; what an entrance like HTTP is given."""

from msgspec import Struct

from croupier.service.access import Access
from croupier.service.acting import Acting
from croupier.service.attempts import Refusals
from croupier.service.bundles import Bundles
from croupier.service.cursors import Cursors
from croupier.service.disputes import Disputes
from croupier.service.guarding import Guard
from croupier.service.handling import Handling
from croupier.service.health import Health
from croupier.service.holding import Holding
from croupier.service.keymaking import KeyMaking
from croupier.service.keyring import Keyring
from croupier.service.limiting import Limiting
from croupier.service.live import Streaming
from croupier.service.once import OnceOnly
from croupier.service.persons import Persons
from croupier.service.ports import Attempts, Clock, Entropy, History
from croupier.service.reading import Reading
from croupier.service.rounds.plays import Plays
from croupier.service.rounds.reporting import Reporting
from croupier.service.rounds.travelling import Travelling
from croupier.service.software.reading import Software
from croupier.service.streams import Streams
from croupier.service.transparency.reading import Transparency
from croupier.service.watching import Watch
from croupier.service.webhooks.webhooks import Webhooks


class Policy(Struct, frozen=True):
    """What the installation allows.

    `fixed_decks`: test keys may open tables whose cards are named instead of shuffled. Live keys never may.
    `trusted_proxies`: networks, with commas between, whose `X-Forwarded-For` is believed.
    """

    fixed_decks: bool = False
    trusted_proxies: str = ""


class Services(Struct, frozen=True):
    """The use cases and what they stand on."""

    handling: Handling
    reading: Reading
    streams: Streams
    history: History
    access: Access
    limiting: Limiting
    guard: Guard
    holding: Holding
    streaming: Streaming
    acting: Acting
    keymaking: KeyMaking
    keyring: Keyring
    health: Health
    transparency: Transparency
    bundles: Bundles
    software: Software
    refusals: Refusals
    attempts: Attempts
    persons: Persons
    disputes: Disputes
    reporting: Reporting
    plays: Plays
    travelling: Travelling
    clock: Clock
    entropy: Entropy
    once: OnceOnly
    cursors: Cursors
    webhooks: Webhooks
    watch: Watch
    policy: Policy = Policy()
