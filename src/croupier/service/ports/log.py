"""The append-only store: writing to logs and reading them."""

from collections.abc import AsyncIterator, Mapping
from typing import Protocol

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
    """A stream's last entry in a stretch of its log: its `position`, and the `revision` of the stream."""

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
        """What has moved above `after`, up to where the log stands.

        The log is gone through stretch by stretch: a stream comes once in each where it has entries, however
        many. Positions ascend, and the last is where the log stood; to go on after any of them, having seen
        what came before it, misses nothing.
        """

    async def head(self, log: str) -> int:
        """The position of the last entry, -1 in an empty log."""

    async def revision(self, log: str, stream: str) -> int:
        """The revision that the stream stands at, 0 when there is no such stream."""

    async def streams(self, log: str, category: str) -> list[str]:
        """Names of all the log's streams that begin with `category` and a hyphen, ascending."""


class Beginning(Struct, frozen=True):
    """When a stream began: the time of its first record, as it has it."""

    stream: str
    at: str


class History(Protocol):
    """Reads streams by positions of their log and by times, as records write them."""

    async def entries(self, log: str, stream: str, after: int, most: int) -> list[Entry]:
        """The stream's entries at positions above `after`, ascending, `most` of them at most."""

    async def before(self, log: str, stream: str, at: str) -> int:
        """The position of the stream's last entry before that time, -1 when there is none."""

    async def beginnings(self, log: str, category: str, after: str, most: int) -> list[Beginning]:
        """The streams of a category behind the name `after`, by name, `most` of them at most."""


class Heads(Protocol):
    """Knows every log there is."""

    async def heads(self) -> Mapping[str, int]:
        """All logs, each with the position of its last entry (-1: empty)."""
