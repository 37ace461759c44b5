"""What happened at a table, in a wallet or in a dispute, as its log's records tell it."""

from typing import Final

from msgspec import Raw, Struct

from croupier.domain.decider import Actor
from croupier.service.ports import Entry, History
from croupier.service.records import decode_heading, tags

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
    """A page of what happened. `after` is the position to read on from; `more`: there is more by now.

    With a filter a page may be short, even empty, and there be more: the work for one is bounded.
    """

    entries: tuple[HistoryEntry, ...]
    after: int
    more: bool


class TableHistoryPage(HistoryPage, frozen=True):
    """A page of what happened at a table of `game`: it says which events its entries may have."""

    game: str


class HistoryQuery(Struct, frozen=True):
    """Which entries of a stream: those at positions above `after`, at most so many.

    From the moment `since` on and before `until`, as records write their times; only those with an event
    of that tag.
    """

    after: int = -1
    most: int = 100
    since: str | None = None
    until: str | None = None
    event: str | None = None


async def history_page(history: History, log: str, stream: str, query: HistoryQuery) -> HistoryPage:
    """What happened in the stream, in its order. Raises `StoreUnavailable`."""
    after = query.after
    if query.since is not None:
        after = max(after, await history.before(log, stream, query.since))
    looked_at = query.most if query.event is None else MOST_ENTRIES
    found = await history.entries(log, stream, after, looked_at + 1)
    if query.until is not None:
        # The times of a stream's entries never fall, so that these are the first of those found.
        last = await history.before(log, stream, query.until)
        found = [entry for entry in found if entry.position <= last]
    listed: list[HistoryEntry] = []
    for entry in found[:looked_at]:
        after = entry.position
        listed += _listed(entry, query.event)
        if len(listed) == query.most:
            break
    return HistoryPage(tuple(listed), after, bool(found) and after < found[-1].position)


def _listed(entry: Entry, event: str | None) -> list[HistoryEntry]:
    """The entry, unless it has no event of that tag."""
    if event is not None and event not in tags(entry.record):
        return []
    record = decode_heading(entry.record)
    told = record.revision, record.at, record.actor, record.command.type, record.events
    return [HistoryEntry(entry.position, *told)]
