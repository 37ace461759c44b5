"""What the use cases need of the world, each port named by the need.

Adapters implement these Protocols; nothing here knows PostgreSQL, Redis or HTTP.
"""

from croupier.service.ports.access import (
    Grant,
    Keys,
    KeyUses,
    StoredKey,
    TokenRole,
    Tokens,
)
from croupier.service.ports.attempts import (
    Attempt,
    Attempts,
    Retention,
)
from croupier.service.ports.following import (
    Alarm,
    Bell,
    Lease,
)
from croupier.service.ports.limits import (
    Bucket,
    Limits,
    Taken,
)
from croupier.service.ports.log import (
    Append,
    Appended,
    Appender,
    Beginning,
    Conflict,
    Entry,
    Heads,
    History,
    Idempotency,
    LogReader,
    Moved,
    NewEntry,
    Repeated,
)
from croupier.service.ports.once import (
    Answers,
)
from croupier.service.ports.persons import (
    Cipher,
    KeptPerson,
    PersonStore,
)
from croupier.service.ports.views import (
    CurrentGenerations,
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
    Progress,
    Secrets,
    Trouble,
)

__all__ = [
    "Alarm",
    "Answers",
    "Append",
    "Appended",
    "Appender",
    "Attempt",
    "Attempts",
    "Beginning",
    "Bell",
    "Bucket",
    "Cipher",
    "Clock",
    "Conflict",
    "CurrentGenerations",
    "Entropy",
    "Entry",
    "Generation",
    "Generations",
    "Grant",
    "Heads",
    "History",
    "Idempotency",
    "KeptPerson",
    "KeptReading",
    "KeyUses",
    "Keys",
    "Lease",
    "Limits",
    "LobbyPage",
    "LobbyQuery",
    "LogReader",
    "Moved",
    "NewEntry",
    "PersonStore",
    "Progress",
    "Projected",
    "Repeated",
    "Retention",
    "Secrets",
    "StoredKey",
    "Taken",
    "TokenRole",
    "Tokens",
    "Trouble",
    "ViewWriter",
    "Views",
]
