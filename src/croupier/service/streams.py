"""The present state of streams, rebuilt from events and kept while it is likely to be asked for again."""

import asyncio
from collections import OrderedDict
from typing import Any, Final

from msgspec import Struct

from croupier.domain.decks.events import DeckCommitted
from croupier.service.breathing import breathing
from croupier.service.errors import NotFound
from croupier.service.ports import Entry, LogReader, Secrets
from croupier.service.records import NO_RECORD, decider_of, decode_record, digest
from croupier.service.sealing import unseal

_KEPT: Final = 20_000

Key = tuple[str, str]
"""A log and a stream in it."""


class Loaded(Struct, frozen=True):
    """A stream's state at a revision (0: nothing happened yet), its last record's hash and time."""

    state: Any
    revision: int = 0
    prev: str = NO_RECORD
    at: str = ""


def existing(loaded: Loaded, what: str) -> Loaded:
    """The stream as loaded. Raises `NotFound` where nothing happened in it: there is no such `what`."""
    if loaded.revision == 0:
        raise NotFound(f"there is no such {what}")
    return loaded


def advance(loaded: Loaded, entry: Entry, secrets: Secrets) -> Loaded:
    """The stream after one more stored entry."""
    decider = decider_of(entry.stream)
    record = decode_record(entry.stream, entry.record)
    seeds = {kept.deck: kept for kept in unseal(secrets, entry)}
    state = loaded.state
    for event in record.events:
        state = decider.evolve(state, event)
        if seeds and isinstance(event, DeckCommitted):
            state = decider.evolve(state, seeds[event.deck])
    return Loaded(state, entry.revision, digest(entry.record), record.at)


class Streams:
    """The streams of all logs as this process knows them: a cache that is always safe to drop.

    What it holds may be behind the store, never ahead of it; an append that expects too low a revision
    conflicts, and the stream is then caught up by `catch_up`.
    """

    def __init__(self, reader: LogReader, secrets: Secrets, kept: int = _KEPT) -> None:
        """Read streams by `reader`; of more than `kept` those that moved or were caught up last stay."""
        self._reader = reader
        self._secrets = secrets
        self._most = kept
        self._kept: OrderedDict[Key, Loaded] = OrderedDict()
        self._locks: dict[Key, asyncio.Lock] = {}

    def lock(self, log: str, stream: str) -> asyncio.Lock:
        """What a command holds, so that commands of one stream are handled one at a time."""
        lock = self._locks.get((log, stream))
        if lock is None:
            if len(self._locks) >= self._most:
                self._locks = {key: held for key, held in self._locks.items() if held.locked()}
            lock = self._locks[log, stream] = asyncio.Lock()
        return lock

    def known(self, log: str, stream: str) -> int:
        """The revision of the stream as it is known here, 0 when it is not."""
        loaded = self._kept.get((log, stream))
        return loaded.revision if loaded else 0

    async def load(self, log: str, stream: str) -> Loaded:
        """The stream as known here; read from the store when it is not known."""
        loaded = self._kept.get((log, stream))
        return loaded if loaded is not None else await self.catch_up(log, stream)

    async def catch_up(self, log: str, stream: str) -> Loaded:
        """The stream as it stands in the store. Raises `SealBroken`, `StoreUnavailable`."""
        loaded = self._kept.get((log, stream)) or Loaded(decider_of(stream).initial(stream))
        async for entry in breathing(self._reader.read_stream(log, stream, loaded.revision)):
            loaded = advance(loaded, entry, self._secrets)
        return self.keep(log, stream, loaded)

    def keep(self, log: str, stream: str, loaded: Loaded) -> Loaded:
        """Remember the stream, unless a later revision of it is known; the latest that is known."""
        key = (log, stream)
        known = self._kept.get(key)
        if known is not None and known.revision > loaded.revision:
            return known
        if loaded.revision == 0:
            return loaded
        self._kept[key] = loaded
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return loaded
