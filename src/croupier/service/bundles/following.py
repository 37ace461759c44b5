"""Following one round through its table's stream, to where a bundle of it ends."""

from typing import Final

from croupier.service.ports import Entry
from croupier.service.rounds.marks import Mark, deck_marks, round_marks


class Following:
    """Whether a round has `begun` and is `over`, and which of its decks are `unrevealed`, entry by entry.

    A bundle of the round ends at the entry that ends the round, or at a later one that reveals the last of
    its decks. Records are taken as they come: what makes no sense in them marks nothing.
    """

    def __init__(self, round: int) -> None:
        """Before the stream's first entry."""
        self._round: Final = round
        self._deck: str | None = None
        self.begun = False
        self.over = False
        self.unrevealed: set[str] = set()

    @property
    def complete(self) -> bool:
        """Whether a bundle of the round has nothing behind the last entry seen."""
        return self.over and not self.unrevealed

    def see(self, entry: Entry) -> None:
        """One more entry of the stream."""
        try:
            rounds, decks = round_marks(entry), deck_marks(entry)
        except (ValueError, RecursionError):
            return
        self.begun = self.begun or any(mark.round == self._round for mark in rounds)
        for mark in decks:
            if mark.kind == "deck-shuffled" and isinstance(mark.deck, str):
                self._deck = mark.deck
        if self.begun and not self.over and self._deck is not None:
            self.unrevealed.add(self._deck)
        self.over = self.over or any(map(self._ends, rounds))
        for mark in decks:
            if mark.kind == "deck-revealed" and isinstance(mark.deck, str):
                self.unrevealed.discard(mark.deck)

    def _ends(self, mark: Mark) -> bool:
        if mark.kind == "round-started":
            return isinstance(mark.round, int) and mark.round > self._round
        return bool(mark.round == self._round)
