"""The book of a part of a log: what can be said about chips where not all streams are known."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from croupier.domain.table.events import HouseCorrected
from croupier.domain.wallet.commands import BuyIn, CashOut
from croupier.service.ports import Entry
from croupier.service.records import AnyRecord
from croupier.service.replay.book import Chips
from croupier.service.replay.differences import Said
from croupier.service.transfers import Move, transfers


class TableBooks:
    """The `Book` of a part of a log: counts the chips of every table that is known from its beginning.

    What comes to it, less what goes, stays. With `followed` transfers, the entries at their other ends have
    to come right behind: those of all wallets, or of the one `wallet` that the part is of. And no wallet
    moves chips to or from a table that is known, unless the table's entry does before it.
    """

    def __init__(self, *, followed: bool, cut: bool, wallet: str | None = None) -> None:
        """A part that is `cut` may end in the middle of a transfer."""
        self.tables: set[str] = set()
        self._followed = followed
        self._cut = cut
        self._wallet = wallet
        self._known: set[str] = set()
        self._awaited: deque[tuple[str, Move]] = deque()

    @property
    def chips(self) -> Chips | None:
        """Not told: the wallets are not all known."""
        return None

    def enter_table(self, record: AnyRecord, events: Iterable[Any], state: Any, change: int) -> list[Said]:
        """A table's entry that changed its chips by `change`."""
        events = tuple(events)
        wrong = self._arrive(record.stream, record)
        moves = transfers(state, events)
        come = sum(map(_brought, moves.values()))
        come += sum(event.amount for event in events if isinstance(event, HouseCorrected))
        if change != come:
            what = f"the table's chips changed by {change}, {come} came to it"
            wrong.append(("chips-not-conserved", what))
        self.tables.add(record.stream)
        self._known.add(record.stream)
        self._await(moves)
        return wrong

    def enter_dispute(self, record: AnyRecord, events: Iterable[Any], state: Any) -> list[Said]:
        """An entry of a dispute, which may move chips between others."""
        wrong = self._arrive(record.stream, record)
        self._await(transfers(state, events))
        return wrong

    def enter_wallet(self, entry: Entry, record: AnyRecord, events: Iterable[Any], change: int) -> list[Said]:
        """A wallet's entry that changed its chips by `change`."""
        return self._arrive(entry.stream, record)

    def pass_over(self, entry: Entry, record: AnyRecord) -> list[Said]:
        """An entry of a stream whose state is not known: it may be the other end of a transfer."""
        self._known.discard(entry.stream)
        return self._arrive(entry.stream, record)

    def end(self) -> list[Said]:
        """The part ends here."""
        return [] if self._cut else self._missed()

    def lose(self) -> None:
        """A stream's state is not known any more; what is counted of others goes on."""

    def _await(self, moves: dict[str, Move]) -> None:
        if self._followed:
            self._awaited.extend(move for move in moves.items() if self._wallet in (None, move[0]))

    def _arrive(self, stream: str, record: AnyRecord) -> list[Said]:
        if self._awaited and (stream, record.command) == self._awaited[0]:
            self._awaited.popleft()
            return []
        return self._missed() or self._by_itself(record)

    def _by_itself(self, record: AnyRecord) -> list[Said]:
        command = record.command
        if not isinstance(command, BuyIn | CashOut) or command.table not in self._known:
            return []
        return [
            ("transfer-broken", f"chips move between the wallet and {command.table}, but not at the table")
        ]

    def _missed(self) -> list[Said]:
        if not self._awaited:
            return []
        stream, command = self._awaited[0]
        self._awaited.clear()
        what = f"a {command.__struct_config__.tag} of {command.amount} in {stream}"
        return [("transfer-broken", f"{what} should follow")]


def _brought(move: Move) -> int:
    """The chips that a table's move brings to it."""
    match move:
        case BuyIn():
            return move.amount
        case CashOut():
            return -move.amount
        case _:
            return 0
