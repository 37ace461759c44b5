"""The ports of the service in memory: quick, repeatable, and open to tampering."""

from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime, timedelta
from hashlib import sha512
from operator import attrgetter

from msgspec import Struct

from croupier.service.errors import SealBroken
from croupier.service.ports import (
    Append,
    Appended,
    Beginning,
    Conflict,
    Entry,
    Idempotency,
    KeptReading,
    LobbyPage,
    LobbyQuery,
    Moved,
    Repeated,
)
from croupier.service.records import decode_record


class MemoryStore:
    """A store, both sides of it, whose logs are lists of entries, `entries[log]`, for a test to change."""

    def __init__(self) -> None:
        """Without any log; a log begins with its first entry."""
        self.entries: dict[str, list[Entry]] = defaultdict(list)
        self._keys: dict[tuple[str, str, str], tuple[Idempotency, int]] = {}
        self._revisions: dict[tuple[str, str], int] = defaultdict(int)

    async def append(self, append: Append) -> Appended | Conflict | Repeated:
        """Append all or none."""
        key = append.idempotency
        if key and (found := await self.repeated(append.log, key.scope, key.key)):
            return found
        if any(self._revisions[append.log, new.stream] != new.revision - 1 for new in append.entries):
            return Conflict()
        log = self.entries[append.log]
        first = len(log)
        for new in append.entries:
            log.append(Entry(len(log), new.stream, new.revision, new.record, new.sealed))
            self._revisions[append.log, new.stream] = new.revision
        if key:
            self._keys[append.log, key.scope, key.key] = (key, first)
        return Appended(first)

    async def repeated(self, log: str, scope: str, key: str) -> Repeated | None:
        """What is stored under the key."""
        found = self._keys.get((log, scope, key))
        return Repeated(found[0].fingerprint, found[0].answer, found[1]) if found else None

    async def read_stream(self, log: str, stream: str, after: int = 0) -> AsyncIterator[Entry]:
        """The stream's entries above a revision."""
        for entry in tuple(self.entries[log]):
            if entry.stream == stream and entry.revision > after:
                yield entry

    async def read_log(self, log: str, after: int = -1) -> AsyncIterator[Entry]:
        """The log's entries above a position."""
        for entry in tuple(self.entries[log]):
            if entry.position > after:
                yield entry

    async def moves(self, log: str, after: int = -1) -> AsyncIterator[Moved]:
        """The last entry of each stream above a position, without its record."""
        last = {entry.stream: entry for entry in self.entries[log] if entry.position > after}
        for entry in sorted(last.values(), key=attrgetter("position")):
            yield Moved(entry.position, entry.stream, entry.revision)

    async def head(self, log: str) -> int:
        """The last position."""
        return len(self.entries[log]) - 1

    async def revision(self, log: str, stream: str) -> int:
        """The stream's last revision."""
        return self._revisions[log, stream]

    async def heads(self) -> Mapping[str, int]:
        """Every log with its last position."""
        return {log: len(entries) - 1 for log, entries in self.entries.items()}

    async def streams(self, log: str, category: str) -> list[str]:
        """The streams of a category."""
        names = {entry.stream for entry in self.entries[log]}
        return sorted(name for name in names if name.startswith(f"{category}-"))


class MemoryHistory:
    """`History` of a log in memory."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    async def entries(self, log: str, stream: str, after: int, most: int) -> list[Entry]:
        """The stream's entries above a position."""
        found = [one for one in self._store.entries[log] if one.stream == stream and one.position > after]
        return found[:most]

    async def before(self, log: str, stream: str, at: str) -> int:
        """The position of the stream's last entry before a time."""
        times = [
            (one, decode_record(stream, one.record).at)
            for one in self._store.entries[log]
            if one.stream == stream
        ]
        return max((one.position for one, time in times if time < at), default=-1)

    async def beginnings(self, log: str, category: str, after: str, most: int) -> list[Beginning]:
        """The streams of a category behind a name."""
        firsts = [one for one in self._store.entries[log] if one.revision == 1 and one.stream > after]
        of_it = sorted(
            (one for one in firsts if one.stream.startswith(f"{category}-")), key=attrgetter("stream")
        )
        return [Beginning(one.stream, decode_record(one.stream, one.record).at) for one in of_it[:most]]


class SteppedClock:
    """A clock that goes on by a millisecond each time it is asked."""

    def __init__(self) -> None:
        """It starts at the beginning of 2026."""
        self.moment = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        """The next moment."""
        self.moment += timedelta(milliseconds=1)
        return self.moment


class CountedEntropy:
    """Seeds and ids that are the same each time."""

    def __init__(self, clock: object = None) -> None:
        """Count from one; ids are of the clock's `moment`, or without one of the beginning of 2026."""
        self._count = 0
        self._clock = clock

    def seed(self) -> bytes:
        """64 bytes, different each time."""
        self._count += 1
        return sha512(b"seed %d" % self._count).digest()

    def entry_id(self) -> str:
        """A UUIDv7 that counts."""
        self._count += 1
        moment: datetime = getattr(self._clock, "moment", datetime(2026, 1, 1, tzinfo=UTC))
        time = f"{int(moment.timestamp() * 1000):012x}"
        return f"{time[:8]}-{time[8:]}-7000-8000-{self._count:012x}"


class OpenSecrets:
    """Seals by writing the context before the secret: it tells a wrong context and nothing else."""

    def seal(self, secret: bytes, context: bytes) -> bytes:
        """Context and secret."""
        return context + b"|" + secret

    def unseal(self, sealed: bytes, context: bytes) -> bytes:
        """The secret. Raises `SealBroken` for another context."""
        before, bar, secret = sealed.partition(b"|")
        if not bar or before != context:
            raise SealBroken("sealed for another place")
        return secret


class SilentBell:
    """A bell that nobody hears."""

    def ring(self, log: str, position: int) -> None:
        """Nothing."""


class NoViews(Struct, frozen=True):
    """`Views` that know nothing, so that all is read from the log."""

    async def table(self, log: str, table: str, viewer: str) -> KeptReading | None:
        """Nothing."""
        return None

    async def lobby(self, log: str, query: LobbyQuery) -> LobbyPage | None:
        """Nothing."""
        return None
