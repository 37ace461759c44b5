"""Telling entries to those who follow: what is the same for many of them is written once for all."""

from collections.abc import Sequence
from typing import Final

from msgspec.json import Encoder

from croupier.domain.decider import Actor
from croupier.service.answers import table_reading, viewer_of
from croupier.service.live.feed import LiveEntry
from croupier.service.live.message import LiveMessage, with_reading
from croupier.service.streams import Loaded, Streams

_encode: Final = Encoder().encode

_ALONE: Final = "alone"
_OVERTAKEN: Final = "overtaken"


async def tell_entries(batch: Sequence[LiveEntry]) -> Sequence[LiveMessage]:
    """The entries alone, as who follows a whole log is told them."""
    return [_shared(entry, _ALONE) or _share(entry, _ALONE, entry.message) for entry in batch]


class TableTeller:
    """Tells what happens at one table, as one actor may see it."""

    def __init__(self, streams: Streams, log: str, table: str, actor: Actor) -> None:
        """Look the table up in `streams`."""
        self._streams = streams
        self._log = log
        self._table = table
        self._actor = actor

    def reading(self, table: Loaded) -> bytes:
        """The table as the actor may see it: the JSON of a `TableReading`."""
        return _encode(table_reading(table, viewer_of(table.state, self._actor)))

    async def tell(self, batch: Sequence[LiveEntry]) -> Sequence[LiveMessage]:
        """The entries, the last of them with the table after it, unless more has happened by now.

        Raises `StoreUnavailable`, `SealBroken`.
        """
        last = [await self._with_reading(entry) for entry in batch[-1:]]
        return [*map(_overtaken, batch[:-1]), *last]

    async def _with_reading(self, entry: LiveEntry) -> LiveMessage:
        table = await self._after(entry)
        if table.revision != entry.revision:
            return _overtaken(entry)
        viewer = viewer_of(table.state, self._actor)
        if viewer not in (None, "house"):
            return LiveMessage("entry", with_reading(entry.message, self.reading(table)), entry.position)
        whom = f"as {viewer}"
        return _shared(entry, whom) or _share(entry, whom, with_reading(entry.message, self.reading(table)))

    async def _after(self, entry: LiveEntry) -> Loaded:
        """The table after the entry, or after a later one; read once, however many want it."""
        table = await self._streams.load(self._log, self._table)
        if table.revision >= entry.revision:
            return table
        async with entry.lock:
            table = await self._streams.load(self._log, self._table)
            if table.revision < entry.revision:
                table = await self._streams.catch_up(self._log, self._table)
            return table


def _overtaken(entry: LiveEntry) -> LiveMessage:
    """The entry without the table after it."""
    return _shared(entry, _OVERTAKEN) or _share(entry, _OVERTAKEN, with_reading(entry.message, None))


def _shared(entry: LiveEntry, whom: str) -> LiveMessage | None:
    return entry.told.get(whom)


def _share(entry: LiveEntry, whom: str, data: bytes) -> LiveMessage:
    message = entry.told[whom] = LiveMessage("entry", data, entry.position)
    return message
