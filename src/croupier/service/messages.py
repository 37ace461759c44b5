"""The log's entries as messages: what live streams and webhooks carry, alike everywhere."""

from typing import Final

from msgspec import Raw, Struct
from msgspec.json import Encoder

from croupier.domain.catalogue import GAMES
from croupier.domain.decider import Actor
from croupier.service.ports import Entry
from croupier.service.records import category, decode_heading


class EntryMessage(Struct, frozen=True):
    """One entry of a log as it is told to those who follow it: an accepted command and its events.

    `position` is its place in `log`, by which a follower resumes; `revision` its place in `stream`, which
    `table` names too where it is a table's (null for wallets and disputes). `at` is UTC; `command` is the
    command's tag. `events` are just as the log's record has them.
    """

    position: int
    log: str
    stream: str
    table: str | None
    revision: int
    at: str
    actor: Actor
    command: str
    events: Raw


_encode: Final = Encoder().encode


def entry_message(log: str, entry: Entry) -> EntryMessage:
    """The entry of that log as a message."""
    record = decode_heading(entry.record)
    table = entry.stream if category(entry.stream) in GAMES else None
    return EntryMessage(
        position=entry.position,
        log=log,
        stream=entry.stream,
        table=table,
        revision=entry.revision,
        at=record.at,
        actor=record.actor,
        command=record.command.type,
        events=record.events,
    )


def message_of(log: str, entry: Entry) -> bytes:
    """The entry of that log as the JSON of an `EntryMessage`, in UTF-8 and on one line."""
    return _encode(entry_message(log, entry))
