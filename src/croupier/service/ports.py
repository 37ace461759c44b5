"""What the use cases need of the world, each port named by the need.

Adapters implement these Protocols; nothing here knows PostgreSQL, Redis or HTTP.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct


class NewEntry(Struct, frozen=True):
    """One entry to append: the exact bytes of its record and its place in the stream.

    `revision` is the revision the entry will have (1, 2, ..): the stream must stand at `revision - 1`.
    `sealed` holds the deck seeds committed to by this entry, encrypted; it is never part of the record.
    """

    stream: str
    revision: int
    record: bytes
    sealed: bytes | None = None


class Idempotency(Struct, frozen=True):
    """The key of a request that may be repeated, and the answer a repeat gets.

    `scope` names caller and route, `fingerprint` the body. `answer` is stored in the append's transaction.
    """

    scope: str
    key: str
    fingerprint: bytes
    answer: bytes


class Append(Struct, frozen=True):
    """Entries of different streams of one log that are appended all or none, at successive positions."""

    log: str
    entries: tuple[NewEntry, ...]
    idempotency: Idempotency | None = None


class Appended(Struct, frozen=True):
    """The append is durable; `position` is that of its first entry."""

    position: int


class Conflict(Struct, frozen=True):
    """A stream did not stand where the append expected it; nothing was written."""


class Repeated(Struct, frozen=True):
    """The key was used before: fingerprint, answer and position stored then; nothing was written."""

    fingerprint: bytes
    answer: bytes
    position: int


class Entry(Struct, frozen=True):
    """One stored entry, as read back: the record's exact bytes, never re-serialised."""

    position: int
    stream: str
    revision: int
    record: bytes
    sealed: bytes | None


class Moved(Struct, frozen=True):
    """A stream that an entry at `position` brought to `revision`: an entry without its record."""

    position: int
    stream: str
    revision: int


class Appender(Protocol):
    """Writes to a log."""

    async def append(self, append: Append) -> Appended | Conflict | Repeated:
        """Append durably, all or none. Cancelling the caller does not cancel the append."""

    async def repeated(self, log: str, scope: str, key: str) -> Repeated | None:
        """What is stored under an idempotency key, or None."""


class LogReader(Protocol):
    """Reads a log: a stream, or the whole in the order of positions, in bounded memory."""

    def read_stream(self, log: str, stream: str, after: int = 0) -> AsyncIterator[Entry]:
        """The stream's entries with a revision above `after`, ascending."""

    def read_log(self, log: str, after: int = -1) -> AsyncIterator[Entry]:
        """All entries at positions above `after` that are committed when the reading starts, ascending."""

    def moves(self, log: str, after: int = -1) -> AsyncIterator[Moved]:
        """Like `read_log` without the records."""

    async def head(self, log: str) -> int:
        """The position of the last entry, -1 in an empty log."""

    async def streams(self, log: str, category: str) -> list[str]:
        """Names of all the log's streams that begin with `category` and a hyphen, ascending."""


class EventStore(Appender, LogReader, Protocol):
    """The append-only store: both sides of it."""


class Bell(Protocol):
    """Wakes who follows a log."""

    def ring(self, log: str, position: int) -> None:
        """Tell, without waiting, that the log has an entry at `position`."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment in UTC, aware, to the microsecond."""


class Secrets(Protocol):
    """Encrypts what must wait beside the log until it is revealed."""

    def seal(self, secret: bytes, context: bytes) -> bytes:
        """Encrypt and authenticate `secret`, bound to `context`."""

    def unseal(self, sealed: bytes, context: bytes) -> bytes:
        """The secret. Raises `SealBroken` when the bytes, the key or the context do not fit."""


class Entropy(Protocol):
    """Randomness from the operating system."""

    def seed(self) -> bytes:
        """64 fresh secret bytes."""

    def entry_id(self) -> str:
        """A fresh UUIDv7."""


class StoredKey(Struct, frozen=True):
    """An operator's key as it is kept: its public id and the SHA-256 of the whole key, never the key."""

    key_id: str
    operator: str
    hash: bytes
    created_at: datetime
    revoked_at: datetime | None = None


class Keys(Protocol):
    """Keeps operators and their keys."""

    async def add_operator(self, operator: str, at: datetime) -> bool:
        """Register an operator; False when there is one of that name."""

    async def add_key(self, key: StoredKey) -> bool:
        """Keep a key; False when there is no such operator."""

    async def find_key(self, key_id: str) -> StoredKey | None:
        """The key of that id, revoked or not; None when there is none."""

    async def keys_of(self, operator: str) -> list[StoredKey]:
        """All of an operator's keys, the oldest first."""

    async def revoke_key(self, key_id: str, at: datetime) -> bool:
        """Make the key invalid from `at` on; False when there is none in force."""


class Grant(Struct, frozen=True):
    """What a player's token says: who he is in which log, until when, and the one table it is good for.

    `test` is inherited from the key that minted it; `table` is None when it is good for all of the log.
    """

    log: str
    player: str
    expires: datetime
    test: bool = False
    table: str | None = None


class Tokens(Protocol):
    """Writes and reads players' tokens."""

    def write(self, grant: Grant, at: datetime, token_id: str) -> str:
        """The grant as a signed token, issued `at` under an id of its own."""

    def read(self, token: str, at: datetime) -> Grant | None:
        """What the token grants; None when it is forged, expired at `at` or no token at all."""


class History(Protocol):
    """Reads a stream from a position of its log on."""

    async def entries(self, log: str, stream: str, after: int, most: int) -> list[Entry]:
        """The stream's entries at positions above `after`, ascending, `most` of them at most."""


class Heads(Protocol):
    """Knows every log there is."""

    async def heads(self) -> Mapping[str, int]:
        """All logs, each with the position of its last entry (-1: empty)."""


class Alarm(Protocol):
    """Hears what is rung on the bell, here and in other processes."""

    async def wait(self, seconds: float) -> Mapping[str, int]:
        """The logs rung for since the last call, with the highest position told of each.

        Waits for a ring, at the longest so many seconds; rings may be missed.
        """


class KeptReading(Struct, frozen=True):
    """A table's reading as it is kept for one viewer: a JSON object in UTF-8.

    It holds at least all of the table's entries up to `position` of the log.
    """

    revision: int
    position: int
    body: bytes


class LobbyQuery(Struct, frozen=True):
    """Which tables of a log to list, by their ids in byte order: at most `limit`, those behind `after`."""

    limit: int
    after: str = ""
    game: str | None = None
    status: Literal["open", "closed"] | None = None


class LobbyPage(Struct, frozen=True):
    """Summaries of tables, JSON objects in UTF-8.

    `after` is what the next page's query goes on behind, None at the end of the list; a page may be
    shorter than asked for and not the last. All tables' entries up to `position` of the log are in it.
    """

    summaries: tuple[bytes, ...]
    after: str | None
    position: int


class Views(Protocol):
    """What is read, ready made. Both answer None when they don't know; the log does."""

    async def table(self, log: str, table: str, viewer: str) -> KeptReading | None:
        """The table as its viewer sees it: `public`, `house`, `seat:N`, `player:ID` (his seat or public)."""

    async def lobby(self, log: str, query: LobbyQuery) -> LobbyPage | None:
        """A page of the log's tables."""


class Projected(Struct, frozen=True):
    """A table at a revision as it is to be read.

    `readings` are by viewer (`public`, `house`, `seat:N`): the bytes of one of the `beginnings`, by its
    number, then the rest; most viewers see most of it alike. `players` are the seats of the seated players.
    `status` None takes the table out of what is kept.
    """

    table: str
    revision: int
    status: Literal["open", "closed"] | None
    summary: bytes = b""
    beginnings: Sequence[bytes] = ()
    readings: Mapping[str, tuple[int, bytes]] = {}
    players: Mapping[str, int] = {}


class Generation(Struct, frozen=True):
    """One filling of a log's views, in which all entries up to `position` are contained."""

    name: str
    position: int


class ViewWriter(Protocol):
    """Keeps views for reading, in the current generation or in one that is being filled."""

    async def current(self, log: str) -> Generation | None:
        """The generation that is read, None when there is none or it is not whole."""

    async def write(
        self, log: str, generation: Generation, tables: Sequence[Projected], position: int
    ) -> Generation | None:
        """Write tables, and that now all is contained up to `position`, in one step.

        A table is left alone when it is kept at that revision or a later one. The generation as it then
        stands, which may be behind `position` where it had lost something, or ahead of it; None when it is
        neither current nor being filled (any more).
        """


class Generations(Protocol):
    """Changes which generation of a log's views is read."""

    async def begin(self, log: str) -> Generation | None:
        """Begin an empty one beside the current; None while another is being filled."""

    async def switch(self, log: str, generation: Generation) -> bool:
        """Read the filled one from now on; False when it is not the one being filled any more."""

    async def sweep(self, log: str) -> None:
        """Delete those that are neither current nor being filled."""


class Lease(Protocol):
    """Lets one process at a time do a work; it falls to another soon after its holder is gone."""

    async def hold(self) -> bool:
        """Take or keep the lease; False while another process has it."""

    async def release(self) -> None:
        """Let it go."""
