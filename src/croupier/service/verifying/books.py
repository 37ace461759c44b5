"""The book of a part of a log: what can be said about chips where not all streams are known."""

from collections import deque

from croupier.domain.disputes.commands import OpenDispute
from croupier.domain.wallet.commands import BuyIn, CashOut
from croupier.service.replay.book import Chips
from croupier.service.replay.differences import Said
from croupier.service.replay.judged import Judged
from croupier.service.transfers import Move


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

    def enter(self, stream: str, judged: Judged) -> list[Said]:
        """An entry of the stream; one whose state can't be known may be the other end of a transfer."""
        if judged.entered == "nothing":
            return []
        wrong = self._arrive(stream, judged.command)
        if judged.entered == "passed":
            self._known.discard(stream)
        elif judged.entered == "table":
            wrong += self._count(judged)
            self.tables.add(stream)
            self._known.add(stream)
        if self._followed:
            self._awaited.extend(move for move in judged.moves if self._wallet in (None, move[0]))
        return wrong

    def end(self) -> list[Said]:
        """The part ends here."""
        return [] if self._cut else self._missed()

    def _count(self, judged: Judged) -> list[Said]:
        """What comes to a table is what its chips change by."""
        come = sum(_brought(move) for _, move in judged.moves) + judged.corrected
        if judged.change == come:
            return []
        return [("chips-not-conserved", f"the table's chips changed by {judged.change}, {come} came to it")]

    def _arrive(self, stream: str, command: Move | OpenDispute | None) -> list[Said]:
        if self._awaited and (stream, command) == self._awaited[0]:
            self._awaited.popleft()
            return []
        return self._missed() or self._by_itself(command)

    def _by_itself(self, command: Move | OpenDispute | None) -> list[Said]:
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
