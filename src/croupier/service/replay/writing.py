"""Comparing a record's bytes with what they should be."""

from typing import Any, Final

from croupier.service.ports import Entry
from croupier.service.records import MOST_BYTES, AnyRecord, Record, encode_record
from croupier.service.replay.differences import Said
from croupier.service.replay.tails import Tail

NOT_CANONICAL: Final[Said] = (
    "record-not-canonical",
    "the record has fields that are none of the format's, or an order or spacing of its own",
)
"""What is wrong with bytes that differ where nothing in them does."""


def is_written(tail: Tail, entry: Entry, record: AnyRecord, events: tuple[Any, ...]) -> bool:
    """Whether the stored bytes are the record written again, behind the `tail` and with these events.

    Then all of it is as it should be, and the record need not be looked at any further.
    """
    return _written(tail, entry, record, events) == entry.record and len(entry.record) <= MOST_BYTES


def judge_place(tail: Tail, entry: Entry, record: AnyRecord) -> list[Said]:
    """What is wrong with the record's length, and with what it says of its place in the stream."""
    wrong: list[Said] = []
    if len(entry.record) > MOST_BYTES:
        wrong.append(("record-too-large", f"the record has {len(entry.record)} bytes"))
    if record.stream != entry.stream:
        wrong.append(("stream-differs", "the record names another stream than the one it is stored in"))
    if record.revision != entry.revision:
        wrong.append(("revision-differs", f"the record says that it is revision {record.revision}"))
    if record.prev != tail.prev:
        wrong.append(("prev-differs", "the record names another predecessor than the one that is stored"))
    return wrong


def _written(tail: Tail, entry: Entry, record: AnyRecord, events: tuple[Any, ...]) -> bytes | None:
    """The record as it should be; None where the events hold a number that no record can hold."""
    again = Record(
        entry.stream,
        tail.revision + 1,
        tail.prev,
        record.id,
        record.at,
        record.actor,
        record.code,
        record.rules,
        record.command,
        events,
    )
    try:
        return encode_record(again)
    except OverflowError:
        return None
