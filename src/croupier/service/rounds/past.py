"""Tables as they once stood, rebuilt from their streams.

What is rebuilt here never comes near the cache that commands are decided on. Of a long stream every 500th
state is remembered, since who looks at one moment of it will look at another.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from croupier.domain.cards import PACK
from croupier.domain.decks.cut import drawn_cut
from croupier.domain.decks.state import CommittedDeck, Deck, Decks
from croupier.domain.shuffle import Draws, Seed, shuffled
from croupier.domain.table.state import AnyTable
from croupier.service.breathing import OFTEN, breathing
from croupier.service.errors import NotFound
from croupier.service.ports import LogReader, Secrets
from croupier.service.records import decider_of
from croupier.service.remembering import Remembered
from croupier.service.streams import Loaded, advance

STRIDE: Final = 500
_KEPT: Final = 400
_AT_ONCE: Final = 4

Key = tuple[str, str, int]


class Past:
    """Rebuilds streams as of a revision."""

    def __init__(self, reader: LogReader, secrets: Secrets, kept: int = _KEPT) -> None:
        """Read streams by `reader`; the least recently used states beyond `kept` are forgotten."""
        self._reader = reader
        self._secrets = secrets
        self._kept = Remembered[Key, Loaded](kept)
        self._rebuilding = asyncio.Semaphore(_AT_ONCE)

    async def at(self, log: str, stream: str, revision: int) -> Loaded:
        """The stream right after its entry of that revision; 0 is before the first.

        Its seeds are in it: what is told of it is the caller's to see to. Raises `NotFound` for a revision
        that the stream has not reached, `SealBroken`, `StoreUnavailable`.
        """
        loaded = self._nearest(log, stream, revision)
        if loaded.revision < revision:
            async with self._rebuilding:
                loaded = await self._walk(log, stream, loaded, revision)
        if loaded.revision != revision:
            raise NotFound("the table has not come to that revision")
        return loaded

    def _nearest(self, log: str, stream: str, revision: int) -> Loaded:
        for step in range(revision // STRIDE, 0, -1):
            if found := self._kept.get((log, stream, step * STRIDE)):
                self._kept.move_to_end((log, stream, found.revision))
                return found
        return Loaded(decider_of(stream).initial(stream))

    async def _walk(self, log: str, stream: str, loaded: Loaded, revision: int) -> Loaded:
        if loaded.revision == revision:
            return loaded
        async for entry in breathing(self._reader.read_stream(log, stream, loaded.revision), OFTEN):
            loaded = advance(loaded, entry, self._secrets)
            if loaded.revision % STRIDE == 0:
                self._kept.keep((log, stream, loaded.revision), loaded)
            if loaded.revision == revision:
                break
        return loaded


def unknowing(table: AnyTable, seeds: Mapping[str, Seed]) -> AnyTable:
    """The table as who knows no seeds but these, of revealed decks: without cards that may still come.

    What it knows of a revealed deck is made of the seed given, whatever lay sealed beside the log.
    """
    decks = table.decks
    kept = replace(decks, coming=_coming(decks, seeds), current=_current(decks, seeds))
    before = table.before and unknowing(table.before, seeds)
    return replace(table, decks=kept, before=before)


def _coming(decks: Decks, seeds: Mapping[str, Seed]) -> CommittedDeck | None:
    return decks.coming and replace(decks.coming, seed=seeds.get(decks.coming.id))


def _current(decks: Decks, seeds: Mapping[str, Seed]) -> Deck | None:
    deck = decks.current
    if deck is None:
        return None
    seed = seeds.get(deck.id)
    if seed is None:
        return replace(deck, seed=None, cards=(), cut=None)
    if decks.fixed is not None or deck.shuffle != 1:
        return replace(deck, seed=seed)
    draws = Draws.of_deck(deck.id, seed, deck.contributions, deck.shuffle)
    cards = shuffled(PACK * (deck.size // len(PACK)), draws)
    return replace(deck, seed=seed, cards=cards, cut=drawn_cut(draws))
