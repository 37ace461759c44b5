"""The judgement of a whole log, or of a part of one: of what no stream can tell by itself."""

from collections.abc import Collection

from croupier.domain.disputes.commands import OpenDispute
from croupier.domain.ids import table_of_round
from croupier.service.ports import Entry
from croupier.service.ports.transparency import TreeHead
from croupier.service.replay.book import Book
from croupier.service.replay.differences import Said
from croupier.service.replay.findings import Finding, found
from croupier.service.replay.judged import Judged
from croupier.service.replay.ledger import Ledger
from croupier.service.replay.rounds import RoundBook
from croupier.service.replay.signed import SignedTree
from croupier.service.replay.times import Timeline


class Whole:
    """Takes judged entries in the order of the log: follows positions, chips and the evidence of disputes.

    `entries` counts them, and of these those that are `unchecked`, `undecided` or of `other_code`;
    `named_tables` are the test tables that were opened with named cards.
    """

    def __init__(
        self, book: Book | None = None, *, partial: bool = False, signed: TreeHead | None = None
    ) -> None:
        """Of a `partial` log positions are not followed. The `book` is that of a whole log unless given.

        The records are held to the tree that was `signed` of them.
        """
        self.book: Book = book or Ledger()
        self.entries = 0
        self.unchecked = 0
        self.undecided = 0
        self.other_code = 0
        self.named_tables = 0
        self.signed = SignedTree(signed)
        self.timeline = Timeline()
        self._partial = partial
        self._next = 0
        self._followed: dict[str, bool] = {}
        self._rounds = RoundBook()

    @property
    def streams(self) -> Collection[str]:
        """The streams that the log has so far."""
        return self._followed.keys()

    def take(self, entry: Entry, judged: Judged) -> list[Finding]:
        """What is wrong with the next entry: nothing, if all is well."""
        self.entries += 1
        self.timeline.take(entry.position, entry.record)
        wrong: list[Said] = []
        if entry.position != self._next and not self._partial:
            wrong.append(("position-gap", f"position {self._next} should come here"))
        self._next = entry.position + 1
        self._follow(entry.stream, judged)
        wrong += judged.wrong
        if judged.entered == "dispute" and type(judged.command) is OpenDispute:
            wrong += self._judge_evidence(entry.position, judged.command)
        wrong += self.book.enter(entry.stream, judged)
        wrong += self.signed.take(entry.record)
        return [found(entry, code, detail) for code, detail in wrong] if wrong else []

    def end(self, head: int) -> list[Finding]:
        """What is wrong with the end of the log, whose last position is said to be `head`."""
        wrong = self.book.end()
        if self._next <= head:
            wrong.append(("log-truncated", f"the log goes on to position {head}, its entries don't"))
        wrong += self.signed.end()
        return [Finding(self._next - 1, "", 0, code, detail) for code, detail in wrong]

    def _follow(self, stream: str, judged: Judged) -> None:
        if judged.lost:
            self._followed[stream] = False
        elif stream not in self._followed:
            self._followed[stream] = True
        if judged.over:
            self._rounds.enter(stream, judged.over)
        if remarks := judged.remarks:
            self.unchecked += remarks.unchecked
            self.undecided += remarks.undecided
            self.other_code += remarks.other_code
            self.named_tables += remarks.named_cards

    def _judge_evidence(self, position: int, command: OpenDispute) -> list[Said]:
        """A round can be missed where all that there is of its table up to here is known."""
        table = table_of_round(command.round)
        followed = self._followed.get(table, not self._partial)
        return self._rounds.judge(position, command, followed=followed)
