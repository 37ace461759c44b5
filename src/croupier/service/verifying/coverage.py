"""Holding a bundle to the selection that it says it is."""

from typing import Final, Protocol

from croupier.service.bundles.selections import (
    OfPlayer,
    OfRound,
    OfTable,
    Selection,
    Span,
    WholeLog,
)
from croupier.service.bundles.tracing import transfer_with
from croupier.service.ports import Entry
from croupier.service.replay import Part
from croupier.service.rounds.marks import round_marks
from croupier.service.transfers import wallet_of
from croupier.service.verifying.findings import Findings

_MOST_TOLD: Final = 5


class Coverage(Part, Protocol):
    """Sees every entry of a bundle, and says what is missing from its selection or does not belong to it."""

    def see(self, entry: Entry) -> None:
        """The next entry. Raises `TooMany`."""

    def end(self) -> None:
        """There are no more. Raises `TooMany`."""


def coverage(selection: Selection, size: int, findings: Findings) -> Coverage:
    """That of a selection from the first `size` entries of a log."""
    match selection:
        case WholeLog():
            return _Through(0, size - 1, findings, gaps=False)
        case Span(first=first, last=last):
            return _Through(first, last, findings, gaps=True)
        case OfTable(table=table):
            return _Table(table, findings)
        case OfRound(table=table, round=number):
            return _Round(table, number, findings)
        case OfPlayer(player=player):
            return _Player(wallet_of(player), findings)


class _Through:
    """All entries from one position through another; a whole log's gaps are found by its replay."""

    def __init__(self, first: int, last: int, findings: Findings, *, gaps: bool) -> None:
        self._next = self._first = first
        self._last = last
        self._findings = findings
        self._gaps = gaps

    def leaves_out(self, stream: str, revision: int) -> bool:
        return revision == 0

    def see(self, entry: Entry) -> None:
        if not self._first <= entry.position <= self._last:
            what = f"the bundle is of the positions {self._first} to {self._last}"
            self._findings.say("selection-differs", what, position=entry.position)
        elif self._gaps and entry.position > self._next:
            what = f"position {self._next} should come here"
            self._findings.say("position-gap", what, position=entry.position)
        self._next = max(self._next, entry.position + 1)

    def end(self) -> None:
        if self._gaps and self._next <= self._last:
            what = f"the bundle is said to go on to position {self._last}, its records don't"
            self._findings.say("records-missing", what)


class _Table:
    """A table's stream, and the wallets' entries that move chips to or from it."""

    def __init__(self, table: str, findings: Findings) -> None:
        self._table = table
        self._findings = findings
        self._seen = False

    def leaves_out(self, stream: str, revision: int) -> bool:
        return stream != self._table

    def see(self, entry: Entry) -> None:
        if entry.stream == self._table:
            self._seen = True
        elif transfer_with(entry.record) != self._table:
            what = f"the entry is neither of {self._table} nor moves chips to or from it"
            self._findings.say("selection-differs", what, position=entry.position)

    def end(self) -> None:
        if not self._seen:
            self._findings.say("records-missing", f"there is no entry of {self._table}")


class _Round:
    """A table's stream through a round."""

    def __init__(self, table: str, number: int, findings: Findings) -> None:
        self._table = table
        self._number = number
        self._findings = findings
        self._begun = False

    def leaves_out(self, stream: str, revision: int) -> bool:
        return False

    def see(self, entry: Entry) -> None:
        if entry.stream != self._table:
            what = f"the entry is not of {self._table}"
            self._findings.say("selection-differs", what, position=entry.position)
        try:
            self._begun = self._begun or any(mark.round == self._number for mark in round_marks(entry))
        except (ValueError, RecursionError):
            return  # the replay says what is wrong with the record

    def end(self) -> None:
        if not self._begun:
            self._findings.say("records-missing", f"round {self._number} of {self._table} is not there")


class _Player:
    """A wallet's stream, and those of the tables that it moves chips to or from."""

    def __init__(self, wallet: str, findings: Findings) -> None:
        self._wallet = wallet
        self._findings = findings
        self._seen: set[str] = set()
        self._named: set[str] = set()

    def leaves_out(self, stream: str, revision: int) -> bool:
        return False

    def see(self, entry: Entry) -> None:
        self._seen.add(entry.stream)
        table = transfer_with(entry.record) if entry.stream == self._wallet else None
        if table is not None:
            self._named.add(table)

    def end(self) -> None:
        wanted = {self._wallet, *self._named}
        for stream in sorted(wanted - self._seen)[:_MOST_TOLD]:
            self._findings.say("records-missing", f"there is no entry of {stream}")
        for stream in sorted(self._seen - wanted)[:_MOST_TOLD]:
            self._findings.say("selection-differs", f"{stream} has nothing to do with {self._wallet}")
