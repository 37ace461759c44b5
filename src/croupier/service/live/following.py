"""One client's way through a log: the past from the store, then live, without a gap or a repeat.

He joins the feed first, which from then on keeps for him whatever it reads beyond the position where he
joined; the store is read up to that position. Positions have no gaps and are committed in order, so that
what the store has not shown up to there does not exist.
"""

from collections.abc import AsyncGenerator, Sequence
from typing import Final

from croupier.service.live.feed import LiveEntry, Subscription
from croupier.service.live.follower import Follower
from croupier.service.ports import Entry, History, LogReader

_PAGE: Final = 100
"""Entries that are read, and told, at once."""


class Following:
    """Follows a stream of a log, or all of it (None), beyond a position."""

    def __init__(
        self, follower: Follower, store: LogReader, history: History, log: str, stream: str | None
    ) -> None:
        """Follow by the follower; the past is read by `store` or, of one stream, by `history`."""
        self._follower = follower
        self._store = store
        self._history = history
        self._log = log
        self._stream = stream
        self._ended = False
        self._subscription: Subscription | None = None

    def end(self) -> None:
        """End it: `batches` comes to its end."""
        self._ended = True
        if self._subscription is not None:
            self._subscription.end()

    async def batches(self, after: int, beat: float) -> AsyncGenerator[Sequence[LiveEntry], None]:
        """All entries at positions above `after`, in the log's order, as they come; empty at a beat.

        A beat is `beat` seconds in which nothing came. Raises `StoreUnavailable`.
        """
        subscription = await self._follower.join(self._log, self._stream)
        self._subscription = subscription
        if self._ended:
            subscription.end()
        try:
            while not subscription.ended:
                async for batch in self._past(subscription, after):
                    yield batch
                    after = batch[-1].position
                async for batch in _live(subscription, after, beat):
                    yield batch
                    after = batch[-1].position if batch else after
        finally:
            self._follower.leave(subscription)

    async def _past(
        self, subscription: Subscription, after: int
    ) -> AsyncGenerator[Sequence[LiveEntry], None]:
        """What the store has above `after`, up to where the subscriber joined."""
        if after >= subscription.joined:
            return
        batch: list[LiveEntry] = []
        async for entry in self._stored(after):
            if entry.position > subscription.joined or subscription.ended:
                break
            batch.append(LiveEntry(self._log, entry))
            if len(batch) == _PAGE:
                yield batch
                batch = []
        if batch and not subscription.ended:
            yield batch

    async def _stored(self, after: int) -> AsyncGenerator[Entry, None]:
        """The stream's entries above `after`, or the log's, read page by page as they are used."""
        if self._stream is None:
            async for entry in self._store.read_log(self._log, after):
                yield entry
            return
        page = await self._history.entries(self._log, self._stream, after, _PAGE)
        while page:
            for entry in page:
                yield entry
            page = await self._history.entries(self._log, self._stream, page[-1].position, _PAGE)


async def _live(
    subscription: Subscription, after: int, beat: float
) -> AsyncGenerator[Sequence[LiveEntry], None]:
    """What the feed brings above `after`, until it ends or the subscriber falls behind."""
    while not subscription.ended:
        taken = await subscription.take(beat)
        if taken is None:
            return
        if not subscription.ended:
            yield [entry for entry in taken if entry.position > after]
