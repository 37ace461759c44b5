"""The record of an entry: the log's public format, written once and never re-serialised."""

import re
from datetime import datetime
from functools import cache
from hashlib import sha256
from typing import Any, Final, Generic, TypeVar

from msgspec import Raw, Struct
from msgspec.json import Decoder, Encoder

from croupier.domain.catalogue import DECIDERS, GAMES
from croupier.domain.decider import Actor, Decider
from croupier.domain.games.game import Game
from croupier.service.transparency.tiles import MOST_RECORD_BYTES

C = TypeVar("C")
E = TypeVar("E")

MOST_BYTES: Final = MOST_RECORD_BYTES
NO_RECORD: Final = "0" * 64
"""`prev` of a stream's first record."""

_WRITTEN: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z"
).fullmatch


class Record(Struct, Generic[C, E], frozen=True):
    """A command and its events; the order of the fields is the format's.

    `revision` counts from 1 in the stream, `prev` is the SHA-256 (hex) of the stream's previous record,
    `id` a UUIDv7, `at` UTC with six decimals, `code` version and content hash of the code that decided,
    `rules` game and rules version (null for a wallet).
    """

    stream: str
    revision: int
    prev: str
    id: str
    at: str
    actor: Actor
    code: str
    rules: str | None
    command: C
    events: tuple[E, ...]


AnyRecord = Record[Any, Any]


class Tagged(Struct, frozen=True):
    """A command or an event, read for its tag alone."""

    type: str


class Heading(Struct, frozen=True):
    """A record read as far as it is told to others: the command by its tag, the events just as they are."""

    revision: int
    at: str
    actor: Actor
    command: Tagged
    events: Raw


class _Happened(Struct, frozen=True):
    events: tuple[Tagged, ...]


encode_record: Final = Encoder().encode
decode_heading: Final = Decoder(Heading).decode
_happened: Final = Decoder(_Happened).decode


@cache
def record_decoder(decider: str) -> Decoder[AnyRecord]:
    """Decodes the records of streams of that category."""
    found = DECIDERS[decider]
    return Decoder(Record[found.commands, found.events])  # type: ignore[name-defined]


def category(stream: str) -> str:
    """The first part of a stream's name: `fan-tan` of `fan-tan-k3vq`."""
    return stream.rpartition("-")[0]


def decider_of(stream: str) -> Decider[Any, Any, Any]:
    """The decider of the stream's aggregate. Raises `KeyError` for a category unknown to the catalogue."""
    return DECIDERS[category(stream)]


def game_at(table: str) -> Game:
    """The game that is played in the table's stream. Raises `KeyError` for any other stream."""
    return GAMES[category(table)]


def decode_record(stream: str, record: bytes) -> AnyRecord:
    """The stream's record as Structs. Raises `msgspec.DecodeError` when it is not in the format."""
    return record_decoder(category(stream)).decode(record)


def tags(record: bytes) -> list[str]:
    """The tags of the record's events. Raises `msgspec.DecodeError` where there are none to be read."""
    return [event.type for event in _happened(record).events]


def digest(record: bytes) -> str:
    """SHA-256 (hex), by which the stream's next record names this one."""
    return sha256(record).hexdigest()


def timestamp(at: datetime) -> str:
    """A moment in UTC as records write it: six decimals and `Z`."""
    written = encode_record(at)[1:-1].decode()  # much the quickest, but it leaves out six zeros
    return written if at.microsecond else f"{written[:-1]}.000000Z"


def moment(at: str) -> datetime:
    """The moment that a record's `at` names. Raises `ValueError` when it is not as `timestamp` writes it."""
    if not _WRITTEN(at):
        raise ValueError(f"no time of a record: {at!r:.80}")
    return datetime.fromisoformat(at)
