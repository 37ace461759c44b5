"""The second reading of a bundle: every record by itself and behind the one before, every command again."""

from collections.abc import Mapping

from croupier.domain.ids import wallet_of
from croupier.domain.shuffle import Seed
from croupier.service.bundles import format
from croupier.service.bundles.selections import OfPlayer, OfTable, Selection, Span, WholeLog
from croupier.service.ports import Entry
from croupier.service.replay import Checker, Revealed
from croupier.service.replay import Finding as ReplayFinding
from croupier.service.verifying.archive import Archive
from croupier.service.verifying.books import TableBooks
from croupier.service.verifying.coverage import coverage
from croupier.service.verifying.findings import Finding, Findings
from croupier.service.verifying.records import entries_of
from croupier.service.verifying.report import Decided


class Decisions:
    """Decides the commands of a bundle again, with the seeds that it reveals."""

    def __init__(
        self, selection: Selection, size: int, seeds: Mapping[str, Seed], code: str, findings: Findings
    ) -> None:
        """`code` is this program's rule code; the bundle is of the first `size` entries of a log."""
        self._findings = findings
        self._size = size
        self._decks = len(seeds)
        self._whole = isinstance(selection, WholeLog)
        self._books = None if self._whole else _books(selection)
        part = None if self._whole else coverage(selection, size, findings)
        self._checker = Checker(Revealed(seeds), code, part, self._books)

    def read(self, archive: Archive) -> None:
        """Read it to its end. Raises `Unreadable`, `TooMany`, `OSError`."""
        for member in archive.members():
            if member.name.startswith(format.RECORDS):
                for entry in entries_of(member):
                    self._take(entry)
        for found in self._checker.end(self._size - 1 if self._whole else -1):
            self._add(found)

    def _take(self, entry: Entry) -> None:
        for found in self._checker.check(entry):
            if entry.stream or found.code != "unknown-stream":
                self._add(found)
            else:
                what = "the record is not JSON that names its stream and revision"
                self._findings.add(Finding("record-unreadable", what, position=entry.position))

    def _add(self, found: ReplayFinding) -> None:
        self._findings.add(
            Finding(
                found.code,
                found.detail,
                position=found.position if found.stream else None,
                stream=found.stream or None,
                revision=found.revision or None,
            )
        )

    @property
    def outcome(self) -> Decided:
        """What it came to."""
        whole = self._checker.whole
        return Decided(
            streams=len(whole.streams),
            decided=whole.entries - whole.unchecked - whole.undecided,
            unchecked=whole.unchecked,
            undecided=whole.undecided,
            decks=self._decks,
            other_code=whole.other_code,
            tables=len(self._books.tables) if self._books else 0,
            chips=whole.book.chips,
            named_tables=whole.named_tables,
            times=whole.timeline.times,
        )


def _books(selection: Selection) -> TableBooks:
    """The book of a part. A round's has none of the wallets in it, so that no transfer can be followed."""
    match selection:
        case OfPlayer(player=player):
            return TableBooks(followed=True, cut=False, wallet=wallet_of(player))
        case _:
            followed = isinstance(selection, OfTable | Span)
            return TableBooks(followed=followed, cut=isinstance(selection, Span))
