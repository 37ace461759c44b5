"""What the next round sends to an endpoint: entries of its log by streams, no more than is quickly sent."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from msgspec import Struct

from croupier.service.breathing import breathing
from croupier.service.ports import Entry, History, LogReader
from croupier.service.ports.webhooks import Outbox, StoredWebhook
from croupier.service.webhooks.outbox import due, is_resting, is_tried, longest_untried, room
from croupier.service.webhooks.selecting import Selection

MOST_FRESH: Final = 100
"""Entries behind the cursor that a round sends at the most."""

MOST_LOOKED_AT: Final = 5_000
"""Entries behind the cursor that a round looks at for what is wanted."""

MOST_WAITING: Final = 32
"""Entries of a waiting stream that a round sends at the most."""

_STREAMS: Final = 8
_BYTES: Final = 1024 * 1024


class Turn(Struct, frozen=True):
    """What of a stream is sent in a round, in this order.

    `rest` is the position to go on at when all of it is accepted; None: nothing more waits up to the cursor.
    """

    stream: str
    entries: tuple[Entry, ...]
    rest: int | None = None


class Batch(Struct, frozen=True):
    """The turns of a round, each of another stream, and the position that they bring the cursor to."""

    cursor: int
    turns: tuple[Turn, ...] = ()


class Batches:
    """Reads what there is to send."""

    def __init__(self, log: LogReader, history: History) -> None:
        """Read the log by `log`, and waiting streams by `history`."""
        self._log = log
        self._history = history

    async def next(self, webhook: StoredWebhook, now: datetime) -> Batch:
        """The endpoint's next round. Raises `StoreUnavailable`.

        Nothing while it is disabled or resting. One message where it was not to be had last: if it takes
        that, the next round is a full one.
        """
        outbox = webhook.outbox
        if webhook.status == "disabled" or is_resting(outbox, now):
            return Batch(outbox.cursor)
        trying = is_tried(outbox)
        fresh = await self._fresh(webhook, trying)
        waiting = longest_untried(outbox) if trying else due(outbox, now)[:_STREAMS]
        if trying and fresh.turns:
            return fresh
        turns = [await self._waiting(webhook, stream, fresh.cursor, trying) for stream in waiting]
        return Batch(fresh.cursor, (*turns, *fresh.turns))

    async def _fresh(self, webhook: StoredWebhook, trying: bool) -> Batch:
        """What comes behind the cursor in streams that don't wait, as far as there is room for their lags."""
        gathering = _Gathering(webhook.outbox, Selection(webhook.events), 1 if trying else MOST_FRESH)
        async for entry in breathing(self._log.read_log(webhook.log, webhook.outbox.cursor)):
            if not gathering.take(entry):
                break
        return gathering.batch()

    async def _waiting(self, webhook: StoredWebhook, stream: str, cursor: int, trying: bool) -> Turn:
        """What of a waiting stream comes next, up to the cursor."""
        after = webhook.outbox.lags[stream].head - 1
        found = await self._history.entries(webhook.log, stream, after, MOST_WAITING)
        inside = [entry for entry in found if entry.position <= cursor]
        whole = len(found) < MOST_WAITING or found[-1].position > cursor
        rest = None if whole else inside[-1].position + 1
        wanted = _wanted(Selection(webhook.events), inside)
        if trying and len(wanted) > 1:
            return Turn(stream, wanted[:1], wanted[1].position)
        return Turn(stream, wanted, rest)


def _wanted(selection: Selection, entries: Iterable[Entry]) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries if selection.wants(entry.stream, entry.record))


class _Gathering:
    """The turns of what comes behind the cursor, entry by entry."""

    def __init__(self, outbox: Outbox, selection: Selection, most: int) -> None:
        self._lags, self._selection, self._most = outbox.lags, selection, most
        self._room = room(outbox)
        self._cursor = outbox.cursor
        self._turns: dict[str, list[Entry]] = {}
        self._looked = self._taken = self._bytes = 0

    def take(self, entry: Entry) -> bool:
        """Take one more entry; False when the round is full, be it with this one or without it."""
        if entry.stream not in self._lags and self._selection.wants(entry.stream, entry.record):
            if entry.stream not in self._turns and len(self._turns) >= self._room:
                return False
            self._turns.setdefault(entry.stream, []).append(entry)
            self._taken += 1
            self._bytes += len(entry.record)
        self._cursor = entry.position
        self._looked += 1
        return self._taken < self._most and self._looked < MOST_LOOKED_AT and self._bytes < _BYTES

    def batch(self) -> Batch:
        """What was taken."""
        return Batch(self._cursor, tuple(Turn(name, tuple(some)) for name, some in self._turns.items()))
