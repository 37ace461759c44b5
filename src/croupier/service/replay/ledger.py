"""The book of a replay: chips come from deposits and go by withdrawals, and by nothing else."""

from collections import deque
from collections.abc import Iterable
from typing import Any, Final, Literal

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.domain.table.commands import CorrectHouse
from croupier.domain.wallet.commands import BuyIn, CashOut, Correct
from croupier.domain.wallet.events import Deposited, Withdrawn
from croupier.service.ports import Entry
from croupier.service.records import AnyRecord
from croupier.service.replay.book import Chips
from croupier.service.replay.differences import Said
from croupier.service.transfers import Move, transfers


class _Due(Struct, frozen=True):
    """An entry that has to come next, since the `source`, a table or a dispute, moved chips there."""

    stream: str
    command: Move
    actor: Actor
    source: Literal["table", "dispute"]


class Ledger:
    """The `Book` of a whole log: counts its chips, and holds the two ends of each transfer together.

    An entry of a table or a dispute that moves chips is followed, at the next positions, by those of the
    streams that it reaches into. Once a stream's state can't be known nothing can be said about the whole:
    the ledger is closed.
    """

    def __init__(self) -> None:
        """Without any chips."""
        self._closed = False
        self._wallets = self._tables = self._deposited = self._withdrawn = 0
        self._amiss = 0
        self._due: deque[_Due] = deque()

    @property
    def chips(self) -> Chips | None:
        """The count so far; None once the ledger is closed."""
        if self._closed:
            return None
        return Chips(self._deposited, self._withdrawn, self._wallets, self._tables)

    def enter_table(self, record: AnyRecord, events: Iterable[Any], state: Any, change: int) -> list[Said]:
        """A table's entry that changed its chips by `change`."""
        if self._closed:
            return []
        wrong = self._answer(record.stream, record)
        self._tables += change
        self._expect(record, "table", transfers(state, events))
        unbalanced = self._balance()
        return wrong or unbalanced

    def enter_dispute(self, record: AnyRecord, events: Iterable[Any], state: Any) -> list[Said]:
        """An entry of a dispute, in which there never are any chips."""
        if self._closed:
            return []
        wrong = self._answer(record.stream, record)
        self._expect(record, "dispute", transfers(state, events))
        unbalanced = self._balance()
        return wrong or unbalanced

    def enter_wallet(self, entry: Entry, record: AnyRecord, events: Iterable[Any], change: int) -> list[Said]:
        """A wallet's entry that changed its chips by `change`."""
        if self._closed:
            return []
        wrong = self._answer(entry.stream, record)
        self._wallets += change
        for event in events:
            if type(event) is Deposited:
                self._deposited += event.amount
            elif type(event) is Withdrawn:
                self._withdrawn += event.amount
        unbalanced = self._balance()
        return wrong or unbalanced

    def pass_over(self, entry: Entry, record: AnyRecord) -> list[Said]:
        """An entry of a stream whose state can't be known."""
        return []

    def end(self) -> list[Said]:
        """The log ends here."""
        return [] if self._closed else self._cut_off()

    def lose(self) -> None:
        """A stream's state is not known any more: the ledger is closed."""
        self._closed = True
        self._due.clear()

    def _expect(self, record: AnyRecord, source: Literal["table", "dispute"], moves: dict[str, Move]) -> None:
        if moves:
            self._due.extend(_Due(stream, move, record.actor, source) for stream, move in moves.items())

    def _answer(self, stream: str, record: AnyRecord) -> list[Said]:
        """Hold an entry against the transfer that it should be the end of."""
        if not self._due:
            return _by_itself(record)
        due = self._due[0]
        if (stream, record.command, record.actor) == (due.stream, due.command, due.actor):
            self._due.popleft()
            return []
        return self._cut_off()

    def _cut_off(self) -> list[Said]:
        """What is still due does not come."""
        if not self._due:
            return []
        due = self._due[0]
        self._due.clear()
        what = f"a {due.command.__struct_config__.tag} of {due.command.amount} in {due.stream}"
        return [("transfer-broken", f"{what} should follow the {due.source}'s entry")]

    def _balance(self) -> list[Said]:
        if self._due:
            return []
        amiss = self._wallets + self._tables - self._deposited + self._withdrawn
        more, self._amiss = amiss - self._amiss, amiss
        if not more:
            return []
        what = f"{more} chips came from nowhere" if more > 0 else f"{-more} chips went to nowhere"
        return [("chips-not-conserved", what)]


_SEATED: Final = "chips move between wallet and table, but not at the table"
_RULED: Final = "chips are corrected, and no ruling comes before it"
_BY_ITSELF: Final = {BuyIn: _SEATED, CashOut: _SEATED, Correct: _RULED, CorrectHouse: _RULED}


def _by_itself(record: AnyRecord) -> list[Said]:
    """What is wrong with an entry that is the end of no transfer."""
    said = _BY_ITSELF.get(type(record.command))
    return [("transfer-broken", said)] if said else []
