"""The entries outside of a round that belong to it: where its deck comes from, and where it is revealed."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

from croupier.service.breathing import breathing
from croupier.service.ports import Entry, LogReader
from croupier.service.rounds.marks import ENDS, Mark, deck_marks, has_play, round_marks

_FIRST_CHUNK: Final = 32
_MOST_CHUNK: Final = 1_024


async def entries_before(reader: LogReader, log: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries before the round's own that its deck comes from, and what was played since the last round.

    Commitment, the last contribution of each seat (the earlier ones don't count), and the shuffle where the
    deck is an old one; then banks that were set or drawn for between the rounds.
    """
    origin = _Origin(entries)
    found: list[Entry] = []
    async for entry in _backwards(reader, log, entries[0]):
        if origin.takes(entry):
            found.append(entry)
        if origin.complete:
            break
    return tuple(reversed(found))


async def entries_after(
    reader: LogReader, log: str, entries: Sequence[Entry], before: Sequence[Entry]
) -> tuple[Entry, ...]:
    """The entry that reveals the deck of an ended round, where the round itself did not; none yet: none."""
    deck = deck_in(entries) or deck_in(before)
    if deck is None or any(_reveals(entry, deck) for entry in entries):
        return ()
    found = await reveal_of(reader, log, entries[-1].stream, deck, entries[-1].revision)
    return (found,) if found else ()


async def reveal_of(reader: LogReader, log: str, table: str, deck: str, after: int) -> Entry | None:
    """The first entry above the revision `after` that reveals the deck; None when none does (yet)."""
    async for entry in breathing(reader.read_stream(log, table, after)):
        if _reveals(entry, deck):
            return entry
    return None


def deck_in(entries: Sequence[Entry]) -> str | None:
    """The id of the deck that was shuffled last in the entries, if one was."""
    shuffled = [mark.deck for entry in entries for mark in deck_marks(entry) if mark.kind == "deck-shuffled"]
    return str(shuffled[-1]) if shuffled else None


class _Origin:
    """Looks, entry by entry backwards, for what a round's deck comes from."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._deck = deck_in(entries)
        self._seats: set[object] = set()
        self._between = True
        self._committed = False

    @property
    def complete(self) -> bool:
        """Whether nothing earlier belongs to the round."""
        return self._committed and not self._between

    def takes(self, entry: Entry) -> bool:
        """Whether the entry belongs to the round."""
        if self._between and any(mark.kind in ENDS for mark in round_marks(entry)):
            self._between = False
        taken = self._between and has_play(entry)
        for mark in reversed(deck_marks(entry)):
            taken = self._is_of_deck(mark) or taken
        return taken

    def _is_of_deck(self, mark: Mark) -> bool:
        if self._deck is None and mark.kind == "deck-shuffled":
            self._deck = mark.deck
        if mark.deck != self._deck or self._committed:
            return False
        if mark.kind == "entropy-contributed":
            counts = mark.seat not in self._seats
            self._seats.add(mark.seat)
            return counts
        self._committed = mark.kind == "deck-committed"
        return True


async def _backwards(reader: LogReader, log: str, until: Entry) -> AsyncIterator[Entry]:
    """The stream's entries before that one, the latest first, read in chunks that grow."""
    end, chunk = until.revision, _FIRST_CHUNK
    while end > 1:
        start = max(1, end - chunk)
        found = []
        async for entry in breathing(reader.read_stream(log, until.stream, start - 1)):
            if entry.revision >= end:
                break
            found.append(entry)
        for entry in reversed(found):
            yield entry
        end, chunk = start, min(2 * chunk, _MOST_CHUNK)


def _reveals(entry: Entry, deck: str) -> bool:
    return any(mark.kind == "deck-revealed" and mark.deck == deck for mark in deck_marks(entry))
