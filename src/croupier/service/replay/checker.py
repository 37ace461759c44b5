"""The judgement of a replay, entry by entry."""

import re
from datetime import UTC, datetime
from typing import Any, Final, Protocol

from croupier.domain.wallet import WALLET
from croupier.service.ports import Entry
from croupier.service.records import MOST_BYTES, AnyRecord, Record, digest, encode_record, moment
from croupier.service.replay.book import Book
from croupier.service.replay.commitments import broken_commitments
from croupier.service.replay.differences import Said, events_difference
from croupier.service.replay.findings import Finding, found
from croupier.service.replay.ledger import Ledger
from croupier.service.replay.redeciding import Redeciding, followed
from croupier.service.replay.rounds import RoundBook
from croupier.service.replay.seeds import Seeds
from croupier.service.replay.tails import Tail

_UUID7: Final = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}").fullmatch
_NEVER: Final = datetime(1, 1, 1, tzinfo=UTC)


class Part(Protocol):
    """Tells what a part of a log leaves out, where not all of it is replayed."""

    def leaves_out(self, stream: str, revision: int) -> bool:
        """Whether entries of the stream may be left out right after that revision; 0: at its beginning."""


class Checker:
    """Replays a log's entries in their order; every entry is decoded, decided and encoded once.

    The heart of it is one comparison: the record written again, with the tail's revision and hash and the
    events that deciding gives, must be the stored bytes.
    """

    def __init__(self, seeds: Seeds, code: str, part: Part | None = None, book: Book | None = None) -> None:
        """`code` is version and content hash of the running rule code; other code is counted, no fault.

        Of a `part` of a log the positions are not followed, and a stream that has been left out of can't be
        decided on: that too is counted, and no fault. The `book` is that of a whole log unless given.
        """
        self.book: Book = book or Ledger()
        self.redeciding = Redeciding(seeds)
        self.entries = 0
        self.unchecked = 0
        self.other_code = 0
        self.other_rules = 0
        self._code = code
        self._part = part
        self._next = 0
        self._tails: dict[str, Tail] = {}
        self._rounds = RoundBook()

    @property
    def streams(self) -> int:
        """How many streams the log has so far."""
        return len(self._tails)

    def check(self, entry: Entry) -> list[Finding]:
        """What is wrong with the next entry: nothing, if all is well. Never raises."""
        self.entries += 1
        wrong: list[Said] = []
        if entry.position != self._next and self._part is None:
            wrong.append(("position-gap", f"position {self._next} should come here"))
        self._next = entry.position + 1
        tail = self._tail(entry.stream)
        if tail is None:
            wrong.append(("unknown-stream", "there are no streams of that name"))
            self.book.lose()
        else:
            self._check_safely(tail, entry, wrong)
        return [found(entry, code, detail) for code, detail in wrong]

    def _check_safely(self, tail: Tail, entry: Entry, wrong: list[Said]) -> None:
        try:
            self._check(tail, entry, wrong)
        except (ValueError, OverflowError):  # Python does not write numbers of thousands of digits
            wrong.append(("record-unreadable", "the record holds a number that no record can hold"))
            tail.revision, tail.prev = entry.revision, digest(entry.record)
            self._lose(tail)

    def end(self, head: int) -> list[Finding]:
        """What is wrong with the end of the log, whose last position is said to be `head`."""
        wrong = self.book.end()
        if self._next <= head:
            wrong.append(("log-truncated", f"the log goes on to position {head}, its entries don't"))
        return [Finding(self._next - 1, "", 0, code, detail) for code, detail in wrong]

    def _tail(self, stream: str) -> Tail | None:
        tail = self._tails.get(stream)
        if tail is None:
            try:
                tail = self._tails[stream] = Tail(stream)
            except KeyError:
                return None
        return tail

    def _check(self, tail: Tail, entry: Entry, wrong: list[Said]) -> None:
        if entry.revision != tail.revision + 1:
            if not self._left_out(tail, entry):
                wrong.append(("revision-gap", f"revision {tail.revision + 1} of the stream should come here"))
            self._lose(tail)
        try:
            record = tail.decoder.decode(entry.record)
        except (ValueError, RecursionError) as error:
            wrong.append(("record-unreadable", f"the record is not in the format: {error}"))
            self._lose(tail)
        else:
            if entry.revision != tail.revision + 1:
                tail.revision, tail.prev = entry.revision - 1, record.prev
            self._judge(tail, entry, record, wrong)
        tail.revision = entry.revision
        tail.prev = digest(entry.record)

    def _left_out(self, tail: Tail, entry: Entry) -> bool:
        if self._part is None or entry.revision <= tail.revision:
            return False
        return self._part.leaves_out(entry.stream, tail.revision)

    def _judge(self, tail: Tail, entry: Entry, record: AnyRecord, wrong: list[Said]) -> None:
        at = self._judge_heading(tail, entry, record, wrong)
        if tail.lost:
            self.unchecked += 1
            wrong += self.book.pass_over(entry, record)
            _judge_bytes(tail, entry, record, record.events, wrong)
            return
        outcome = self.redeciding.decide(tail, entry, record, at)
        wrong += outcome.wrong
        decision = outcome.decision
        events = decision.events if decision else record.events
        same = _judge_bytes(tail, entry, record, events, wrong)
        state = decision.state if decision and same else followed(tail, record, outcome.kept)
        if state is None:
            self._lose(tail)
        else:
            self._enter(tail, entry, record, state, wrong)

    def _judge_heading(self, tail: Tail, entry: Entry, record: AnyRecord, wrong: list[Said]) -> datetime:
        """Judge what is taken as it is recorded: time, id, code and rules. The time."""
        if record.code != self._code:
            self.other_code += 1
        if record.rules != tail.decider.rules:
            self._judge_rules(tail, record, wrong)
        if not _UUID7(record.id):
            wrong.append(("id-invalid", "the entry's id is no UUIDv7"))
        try:
            at = moment(record.at)
        except ValueError:
            wrong.append(("time-invalid", "the record's time is not in the format"))
            return _NEVER
        if record.at < tail.at:
            wrong.append(("time-reversed", "the entry is older than the one before it in its stream"))
        tail.at = record.at
        return at

    def _judge_rules(self, tail: Tail, record: AnyRecord, wrong: list[Said]) -> None:
        ours = tail.decider.rules
        if ours and record.rules and re.fullmatch(rf"{ours.partition('/')[0]}/[1-9][0-9]*", record.rules):
            self.other_rules += 1
        else:
            wrong.append(("rules-differ", f"the stream's rules are {ours}, the record names others"))

    def _enter(self, tail: Tail, entry: Entry, record: AnyRecord, state: Any, wrong: list[Said]) -> None:
        before, chips = tail.state, tail.count(state)
        change = chips - tail.chips
        tail.state, tail.chips = state, chips
        if tail.game:
            self._rounds.enter(entry, before, state)
            wrong += self.book.enter_table(record, record.events, state, change)
            wrong += broken_commitments(tail.game, before, state, record.events)
        elif tail.kind == WALLET.category:
            wrong += self.book.enter_wallet(entry, record, record.events, change)
        else:
            wrong += self._rounds.judge(entry, record.command, followed=self._follows(state.table))
            wrong += self.book.enter_dispute(record, record.events, state)

    def _follows(self, stream: str) -> bool:
        """Whether all that there is of the stream up to here is known."""
        tail = self._tails.get(stream)
        return self._part is None if tail is None else not tail.lost

    def _lose(self, tail: Tail) -> None:
        tail.lost = True
        self.book.lose()


def _judge_bytes(
    tail: Tail, entry: Entry, record: AnyRecord, events: tuple[Any, ...], wrong: list[Said]
) -> bool:
    """Whether the recorded events are these; all that the stored bytes have different is found `wrong`."""
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
        wrong.append(("record-not-canonical", "the record says the right things in other bytes"))
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
