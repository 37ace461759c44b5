"""Holding a bundle to the selection that it says it is."""

from typing import Final, Literal, Protocol

from croupier.domain.ids import wallet_of
from croupier.service.bundles.following import Following
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
from croupier.service.verifying.findings import Findings

_MOST_TOLD: Final = 5

Open = Literal[
    "round-not-over",  # the round goes on where the bundle ends: so it was, or its end was left out
    "decks-not-revealed",  # no deck of the round is revealed yet, or the reveal was left out
]
"""What a bundle can lack and be honest, so that nobody can tell by it whether there is more by now."""


class Coverage(Part, Protocol):
    """Sees every entry of a bundle, and says what is missing from its selection or does not belong to it.

    `open` is what it lacks and may lack; known at the end.
    """

    open: tuple[Open, ...]

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


class _Settled:
    """Base of the coverages that leave nothing open."""

    open: tuple[Open, ...] = ()


class _Through(_Settled):
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


class _Table(_Settled):
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
    """A table's stream through a round, and on to where its decks are revealed."""

    def __init__(self, table: str, number: int, findings: Findings) -> None:
        self._table = table
        self._number = number
        self._findings = findings
        self._following = Following(number)
        self._behind = False
        self.open: tuple[Open, ...] = ()

    def leaves_out(self, stream: str, revision: int) -> bool:
        return False

    def see(self, entry: Entry) -> None:
        if entry.stream != self._table:
            what = f"the entry is not of {self._table}"
            self._findings.say("selection-differs", what, position=entry.position)
            return
        if self._following.complete:
            what = f"round {self._number} is over and its decks are revealed before the entry"
            self._findings.say("selection-differs", what, position=entry.position)
        self._behind = self._following.over
        self._following.see(entry)

    def end(self) -> None:
        following = self._following
        if not following.begun:
            self._findings.say("records-missing", f"round {self._number} of {self._table} is not there")
        elif not following.over:
            self.open = ("round-not-over",)
        elif following.unrevealed and self._behind:
            what = "the bundle goes on behind its round, and not to where the round's decks are revealed"
            self._findings.say("records-missing", what)
        elif following.unrevealed:
            self.open = ("decks-not-revealed",)


class _Player(_Settled):
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
