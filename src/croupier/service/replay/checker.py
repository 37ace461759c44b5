"""The judgement of a replay in one process, entry by entry."""

from croupier.service.ports import Entry
from croupier.service.replay.book import Book
from croupier.service.replay.findings import Finding
from croupier.service.replay.judging import Judge, Part
from croupier.service.replay.seeds import Seeds
from croupier.service.replay.whole import Whole


class Checker:
    """Judges each entry of a log by its stream, and then as a part of the `whole`."""

    def __init__(self, seeds: Seeds, code: str, part: Part | None = None, book: Book | None = None) -> None:
        """Judge all of a log, or a `part` of it, whose chips the `book` counts."""
        self.whole = Whole(book, partial=part is not None)
        self._judge = Judge(seeds, code, part).judge

    def check(self, entry: Entry) -> list[Finding]:
        """What is wrong with the next entry: nothing, if all is well. Never raises."""
        return self.whole.take(entry, self._judge(entry))

    def end(self, head: int) -> list[Finding]:
        """What is wrong with the end of the log, whose last position is said to be `head`."""
        return self.whole.end(head)
