"""The judgement of entries by their streams: decided again, and compared byte for byte."""

from typing import Any, Protocol

from msgspec.structs import replace

from croupier.service.ports import Entry
from croupier.service.records import AnyRecord, digest
from croupier.service.replay.differences import Said, events_difference
from croupier.service.replay.entering import Entering
from croupier.service.replay.headings import judge_heading, judge_rules
from croupier.service.replay.judged import Judged, Remarks, told
from croupier.service.replay.redeciding import Redeciding, followed
from croupier.service.replay.seeds import Seeds
from croupier.service.replay.tails import Tail
from croupier.service.replay.writing import NOT_CANONICAL, is_written, judge_place


class Part(Protocol):
    """Tells what a part of a log leaves out, where not all of it is replayed."""

    def leaves_out(self, stream: str, revision: int) -> bool:
        """Whether entries of the stream may be left out right after that revision; 0: at its beginning."""


class Judge:
    """Judges the entries of streams, each stream in its order; every entry is decoded, decided, encoded once.

    What it needs to know of other streams it leaves to the whole: streams may be divided among judges.
    """

    def __init__(self, seeds: Seeds, code: str, part: Part | None = None) -> None:
        """`code` is version and content hash of the running rule code; other code is told, no fault.

        Of a `part` of a log a stream that has been left out of can't be decided on: that too is no fault.
        """
        self._redeciding = Redeciding(seeds)
        self._entering = Entering()
        self._code = code
        self._part = part
        self._tails: dict[str, Tail] = {}

    def judge(self, entry: Entry) -> Judged:
        """What the stream's next entry comes to. Never raises."""
        wrong: list[Said] = []
        tail = self._tail(entry.stream)
        if tail is None:
            return Judged((("unknown-stream", "there are no streams of that name"),), "nothing", lost=True)
        try:
            judged = self._judge(tail, entry, wrong)
        except (ValueError, OverflowError):  # Python does not write numbers of thousands of digits
            judged = _unreadable(tail, "the record holds a number that no record can hold", wrong)
        tail.revision, tail.prev = entry.revision, digest(entry.record)
        return judged

    def _tail(self, stream: str) -> Tail | None:
        tail = self._tails.get(stream)
        if tail is None:
            try:
                tail = self._tails[stream] = Tail(stream)
            except KeyError:
                return None
        return tail

    def _judge(self, tail: Tail, entry: Entry, wrong: list[Said]) -> Judged:
        gap = entry.revision != tail.revision + 1
        if gap:
            tail.lost = True
            if not self._left_out(tail, entry):
                wrong.append(("revision-gap", f"revision {tail.revision + 1} of the stream should come here"))
        try:
            record = tail.decoder.decode(entry.record)
        except (ValueError, RecursionError) as error:
            return _unreadable(tail, f"the record is not in the format: {error}", wrong)
        if gap:
            tail.revision, tail.prev = entry.revision - 1, record.prev
        return self._judge_record(tail, entry, record, wrong, follows=not gap)

    def _left_out(self, tail: Tail, entry: Entry) -> bool:
        if self._part is None or entry.revision <= tail.revision:
            return False
        return self._part.leaves_out(entry.stream, tail.revision)

    def _judge_record(
        self, tail: Tail, entry: Entry, record: AnyRecord, wrong: list[Said], *, follows: bool
    ) -> Judged:
        at, said = judge_heading(tail, record, follows=follows)
        wrong += said
        wrong += judge_rules(tail, record)
        other_code = record.code != self._code
        if tail.lost:
            _compare(tail, entry, record, record.events, wrong)
            passed = Remarks(unchecked=True, other_code=other_code)
            return Judged(tuple(wrong), "passed", lost=True, command=told(record), remarks=passed)
        outcome = self._redeciding.decide(tail, entry, record, at)
        wrong += outcome.wrong
        decision = outcome.decision
        same = _compare(tail, entry, record, decision.events if decision else record.events, wrong)
        state = decision.state if decision and same else followed(tail, record, outcome.kept)
        remarks: Remarks | None = None
        if outcome.undecided or other_code:
            remarks = Remarks(undecided=outcome.undecided, other_code=other_code)
        if state is None:
            tail.lost = True
            return Judged(tuple(wrong), "nothing", lost=True, remarks=remarks)
        return _with(self._entering.enter(tail, entry, record, state), wrong, remarks)


def _compare(tail: Tail, entry: Entry, record: AnyRecord, events: tuple[Any, ...], wrong: list[Said]) -> bool:
    """Whether the recorded events are these; all that the stored bytes have different is found `wrong`."""
    if is_written(tail, entry, record, events):
        return True
    misplaced = judge_place(tail, entry, record)
    wrong += misplaced
    difference = events_difference(record.events, events)
    if difference or not misplaced:
        wrong.append(difference or NOT_CANONICAL)
    return difference is None


def _with(entered: Judged, wrong: list[Said], remarks: Remarks | None) -> Judged:
    """The entry as it was entered, with what was found wrong and remarked before that."""
    if not (wrong or remarks):
        return entered
    if remarks and entered.remarks:
        remarks = replace(remarks, named_cards=entered.remarks.named_cards)
    return replace(entered, wrong=(*wrong, *entered.wrong), remarks=remarks or entered.remarks)


def _unreadable(tail: Tail, what: str, wrong: list[Said]) -> Judged:
    tail.lost = True
    return Judged((*wrong, ("record-unreadable", what)), "nothing", lost=True)
