"""What the use cases need of the world, each port named by the need.

Adapters implement these Protocols; nothing here knows PostgreSQL, Redis or HTTP.
"""

from croupier.service.ports.access import (
    Grant,
    Keys,
    StoredKey,
    Tokens,
)
from croupier.service.ports.following import (
    Alarm,
    Bell,
    Lease,
)
from croupier.service.ports.log import (
    Append,
    Appended,
    Appender,
    Conflict,
    Entry,
    EventStore,
    Heads,
    History,
    Idempotency,
    LogReader,
    Moved,
    NewEntry,
    Repeated,
)
from croupier.service.ports.views import (
    Generation,
    Generations,
    KeptReading,
    LobbyPage,
    LobbyQuery,
    Projected,
    Views,
    ViewWriter,
)
from croupier.service.ports.world import (
    Clock,
    Entropy,
    Secrets,
)

__all__ = [
    "Alarm",
    "Append",
    "Appended",
    "Appender",
    "Bell",
    "Clock",
    "Conflict",
    "Entropy",
    "Entry",
    "EventStore",
    "Generation",
    "Generations",
    "Grant",
    "Heads",
    "History",
    "Idempotency",
    "KeptReading",
    "Keys",
    "Lease",
    "LobbyPage",
    "LobbyQuery",
    "LogReader",
    "Moved",
    "NewEntry",
    "Projected",
    "Repeated",
    "Secrets",
    "StoredKey",
    "Tokens",
    "ViewWriter",
    "Views",
]
