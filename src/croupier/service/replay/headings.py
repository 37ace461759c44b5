"""Judging what a record says of itself and deciding takes as it stands: id, time and rules."""

import re
from datetime import UTC, datetime
from typing import Final

from croupier.service.records import AnyRecord, moment
from croupier.service.replay.differences import Said
from croupier.service.replay.tails import Tail
from croupier.service.replay.times import TOLERANCE, made_at

_UUID7: Final = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}").fullmatch
_NEVER: Final = datetime(1, 1, 1, tzinfo=UTC)


def judge_heading(tail: Tail, record: AnyRecord, *, follows: bool) -> tuple[datetime, list[Said]]:
    """The record's time, and what is wrong with it and with the id.

    An id is never of an earlier time than its entry, unless the entry has the time of the one that it
    `follows` in its stream, since the clock was behind that.
    """
    wrong: list[Said] = []
    if not (is_id := _UUID7(record.id)):
        wrong.append(("id-invalid", "the entry's id is no UUIDv7"))
    try:
        at = moment(record.at)
    except ValueError:
        wrong.append(("time-invalid", "the record's time is not in the format"))
        return _NEVER, wrong
    if record.at < tail.at:
        wrong.append(("time-reversed", "the entry is older than the one before it in its stream"))
    elif is_id and follows and record.at != tail.at and at - made_at(record.id) > TOLERANCE:
        wrong.append(("time-differs", "the entry is more than a minute later than its id"))
    tail.at = record.at
    return at, wrong


def judge_rules(tail: Tail, record: AnyRecord) -> list[Said]:
    """What is wrong with the rules that the record names: they are those that it is decided by again."""
    ours, named = tail.decider.rules, record.rules
    if named == ours:
        return []
    what = f"the stream is decided by {ours or 'no rules'}, the record names {(named or 'none')[:80]}"
    return [("rules-differ", what)]
