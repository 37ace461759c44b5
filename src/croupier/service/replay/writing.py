"""Comparing a record's bytes with what they should be."""

from typing import Any

from croupier.service.ports import Entry
from croupier.service.records import MOST_BYTES, AnyRecord, Record, encode_record
from croupier.service.replay.differences import Said, events_difference
from croupier.service.replay.tails import Tail


def judge_bytes(
    tail: Tail, entry: Entry, record: AnyRecord, events: tuple[Any, ...], wrong: list[Said]
) -> bool:
    """Whether the recorded events are these; all that the stored bytes have different is found `wrong`.

    One comparison does it: the record written again, behind the stream's `tail` and with these events, must
    be the stored bytes.
    """
    if _written(tail, entry, record, events) == entry.record and len(entry.record) <= MOST_BYTES:
        return True
    before = len(wrong)
    if len(entry.record) > MOST_BYTES:
        wrong.append(("record-too-large", f"the record has {len(entry.record)} bytes"))
    if record.stream != entry.stream:
        wrong.append(("stream-differs", "the record names another stream than the one it is stored in"))
    if record.revision != entry.revision:
        wrong.append(("revision-differs", f"the record says that it is revision {record.revision}"))
    if record.prev != tail.prev:
        wrong.append(("prev-differs", "the record names another predecessor than the one that is stored"))
    difference = events_difference(record.events, events)
    if difference:
        wrong.append(difference)
    if len(wrong) == before:
        wrong.append(
            (
                "record-not-canonical",
                "the record has fields that are none of the format's, or an order or spacing of its own",
            )
        )
    return difference is None


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
