"""The book of a replay: chips come from deposits and go by withdrawals, and by nothing else."""

from collections import deque
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.domain.table.commands import CorrectHouse
from croupier.domain.wallet.commands import BuyIn, CashOut, Correct
from croupier.service.replay.book import Chips
from croupier.service.replay.differences import Said
from croupier.service.replay.judged import ORDINARY, Judged
from croupier.service.transfers import Move


class _Due(Struct, frozen=True):
    """An entry that has to come next, since the `source`, a table or a dispute, moved chips there."""

    stream: str
    command: Move
    actor: Actor | None
    source: str


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

    def enter(self, stream: str, judged: Judged) -> list[Said]:
        """An entry of the stream. One whose stream is lost by it closes the ledger."""
        if judged.lost:
            self._closed = True
            self._due.clear()
        if self._closed or (judged is ORDINARY and not self._due):
            return []
        wrong = self._answer(stream, judged)
        if judged.entered == "wallet":
            self._wallets += judged.change
        else:
            self._tables += judged.change
        self._deposited += judged.deposited
        self._withdrawn += judged.withdrawn
        self._due.extend(_Due(to, move, judged.actor, judged.entered) for to, move in judged.moves)
        unbalanced = self._balance()
        return wrong or unbalanced

    def end(self) -> list[Said]:
        """The log ends here."""
        return [] if self._closed else self._cut_off()

    def _answer(self, stream: str, judged: Judged) -> list[Said]:
        """Hold an entry against the transfer that it should be the end of."""
        if not self._due:
            return _by_itself(judged)
        due = self._due[0]
        if (stream, judged.command, judged.actor) == (due.stream, due.command, due.actor):
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
_BY_ITSELF: Final[Mapping[type, str]] = {
    BuyIn: _SEATED,
    CashOut: _SEATED,
    Correct: _RULED,
    CorrectHouse: _RULED,
}


def _by_itself(judged: Judged) -> list[Said]:
    """What is wrong with an entry that is the end of no transfer."""
    said = _BY_ITSELF.get(type(judged.command))
    return [("transfer-broken", said)] if said else []
