"""What happened at a table or in a wallet, as its log's records tell it."""

from typing import Final

from msgspec import Raw, Struct
from msgspec.json import Decoder

from croupier.domain.decider import Actor
from croupier.service.errors import NotFound
from croupier.service.ports import Entry, History
from croupier.service.streams import Streams

MOST_ENTRIES: Final = 500


class HistoryEntry(Struct, frozen=True):
    """One accepted command and the events it led to, just as the log's record has them.

    `position` is its place in the log, `revision` in the stream; `command` is the command's tag.
    """

    position: int
    revision: int
    at: str
    actor: Actor
    command: str
    events: Raw


class HistoryPage(Struct, frozen=True):
    """A page of what happened. `after` is the position to read on from; `more`: there is more by now."""

    entries: tuple[HistoryEntry, ...]
    after: int
    more: bool


class _Tagged(Struct, frozen=True):
    type: str


class _Record(Struct, frozen=True):
    revision: int
    at: str
    actor: Actor
    command: _Tagged
    events: Raw


_decode: Final = Decoder(_Record).decode


async def history_page(
    streams: Streams, history: History, log: str, stream: str, after: int, most: int
) -> HistoryPage:
    """What happened in the stream at positions above `after`. Raises `NotFound`, `StoreUnavailable`."""
    if (await streams.load(log, stream)).revision == 0:
        raise NotFound("there is no such thing")
    found = await history.entries(log, stream, after, most + 1)
    page = tuple(map(_entry, found[:most]))
    return HistoryPage(page, page[-1].position if page else after, len(found) > most)


def _entry(entry: Entry) -> HistoryEntry:
    record = _decode(entry.record)
    return HistoryEntry(
        entry.position, record.revision, record.at, record.actor, record.command.type, record.events
    )
