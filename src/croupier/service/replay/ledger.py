"""The book of a replay: chips come from deposits and go by withdrawals, and by nothing else."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.domain.wallet.commands import BuyIn, CashOut
from croupier.domain.wallet.events import Deposited, Withdrawn
from croupier.service.ports import Entry
from croupier.service.records import AnyRecord
from croupier.service.replay.differences import Said
from croupier.service.transfers import transfers


class Chips(Struct, frozen=True):
    """Where a log's chips came from and where they are, in whole units."""

    deposited: int
    withdrawn: int
    in_wallets: int
    on_tables: int


class Ledger:
    """Counts chips entry by entry, and holds the two ends of each transfer together.

    A table's entry that moves chips is followed, at the next positions, by those of the wallets. Once a
    stream's state can't be known nothing can be said about the whole: the ledger is `closed`.
    """

    def __init__(self) -> None:
        """Without any chips."""
        self.closed = False
        self._wallets = self._tables = self._deposited = self._withdrawn = 0
        self._amiss = 0
        self._due: deque[tuple[str, BuyIn | CashOut, Actor]] = deque()

    @property
    def chips(self) -> Chips:
        """The count so far."""
        return Chips(self._deposited, self._withdrawn, self._wallets, self._tables)

    def enter_table(self, record: AnyRecord, events: Iterable[Any], state: Any, change: int) -> list[Said]:
        """A table's entry that changed its chips by `change`."""
        if self.closed:
            return []
        wrong = self._cut_off()
        self._tables += change
        for wallet, command in sorted(transfers(state, events).items()):
            self._due.append((wallet, command, record.actor))
        unbalanced = self._balance()
        return wrong or unbalanced

    def enter_wallet(self, entry: Entry, record: AnyRecord, events: Iterable[Any], change: int) -> list[Said]:
        """A wallet's entry that changed its chips by `change`."""
        if self.closed:
            return []
        wrong = self._answer(entry, record)
        self._wallets += change
        for event in events:
            if isinstance(event, Deposited):
                self._deposited += event.amount
            elif isinstance(event, Withdrawn):
                self._withdrawn += event.amount
        unbalanced = self._balance()
        return wrong or unbalanced

    def end(self) -> list[Said]:
        """The log ends here."""
        return [] if self.closed else self._cut_off()

    def close(self) -> None:
        """A stream's state is not known any more."""
        self.closed = True
        self._due.clear()

    def _answer(self, entry: Entry, record: AnyRecord) -> list[Said]:
        """Hold a wallet's entry against the transfer that it should be the end of."""
        if not self._due:
            if isinstance(record.command, BuyIn | CashOut):
                return [("transfer-broken", "chips move between wallet and table, but not at the table")]
            return []
        if (entry.stream, record.command, record.actor) == self._due[0]:
            self._due.popleft()
            return []
        return self._cut_off()

    def _cut_off(self) -> list[Said]:
        """What is still due does not come."""
        if not self._due:
            return []
        wallet, command, _ = self._due[0]
        self._due.clear()
        what = f"a {command.__struct_config__.tag} of {command.amount} in {wallet}"
        return [("transfer-broken", f"{what} should follow the table's entry")]

    def _balance(self) -> list[Said]:
        if self._due:
            return []
        amiss = self._wallets + self._tables - self._deposited + self._withdrawn
        more, self._amiss = amiss - self._amiss, amiss
        if not more:
            return []
        what = f"{more} chips came from nowhere" if more > 0 else f"{-more} chips went to nowhere"
        return [("chips-not-conserved", what)]
