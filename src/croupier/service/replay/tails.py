"""What a replay keeps of each stream: its tail."""

from typing import Any

from croupier.domain.catalogue import GAMES
from croupier.domain.decks.state import Decks
from croupier.domain.wallet.decide import Wallet
from croupier.service.records import NO_RECORD, category, decider_of, record_decoder


class Tail:
    """The end of a stream as far as it has been replayed.

    `chips` are those in it; a stream is `lost` once its state can't be known, after a record that is
    missing or makes no sense.
    """

    __slots__ = ("at", "chips", "decider", "decoder", "game", "kind", "lost", "prev", "revision", "state")

    def __init__(self, stream: str) -> None:
        """Before the stream's first entry. Raises `KeyError` when no stream has such a name."""
        self.kind = category(stream)
        self.decider = decider_of(stream)
        self.decoder = record_decoder(self.kind)
        self.game = GAMES.get(self.kind)
        self.state: Any = self.decider.initial(stream)
        self.revision = 0
        self.prev = NO_RECORD
        self.at = ""
        self.chips = 0
        self.lost = False

    def count(self, state: Any) -> int:
        """The chips in a state of the stream: a wallet's balance, all on a table, none in a dispute."""
        if self.game is not None:
            return self.game.chips(state)
        return state.balance if isinstance(state, Wallet) else 0

    def decks(self) -> Decks:
        """The table's decks; a wallet or a dispute has none."""
        return Decks() if self.game is None else self.state.decks
