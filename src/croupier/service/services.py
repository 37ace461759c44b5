"""All use cases of an installation, wired together once; what an entrance like HTTP is given."""

from msgspec import Struct

from croupier.service.access import Access
from croupier.service.handling import Handling
from croupier.service.health import Health
from croupier.service.ports import Clock, Entropy, History
from croupier.service.reading import Reading
from croupier.service.streams import Streams


class Policy(Struct, frozen=True):
    """What the installation allows.

    `fixed_decks`: test keys may open tables whose cards are named instead of shuffled. Live keys never may.
    """

    fixed_decks: bool = False


class Services(Struct, frozen=True):
    """The use cases and what they stand on."""

    handling: Handling
    reading: Reading
    streams: Streams
    history: History
    access: Access
    health: Health
    clock: Clock
    entropy: Entropy
    policy: Policy = Policy()
