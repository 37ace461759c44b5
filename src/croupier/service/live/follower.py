"""The follower: reads each log that somebody follows once, however many they are."""

import asyncio
from time import monotonic
from typing import Final

from msgspec import Struct

from croupier.service.live.feed import MOST_WAITING, Feed, Subscription
from croupier.service.ports import Alarm, Entry, Heads, LogReader, Trouble

_AT_ONCE: Final = 200


class FollowerPace(Struct, frozen=True):
    """How eagerly the follower reads; all in seconds.

    It looks at the logs every `poll`, whatever the bell says, rests for `rest` after each round, so that a
    busy log is read in batches, and for `patience` after a failure.
    """

    poll: float = 0.5
    rest: float = 0.02
    patience: float = 0.5


_PACE: Final = FollowerPace()


class Follower:
    """Reads what is new in the logs and gives it to the feeds. While nobody follows anything it sleeps.

    Whatever fails is told to `trouble` and tried again; nothing is ever left out.
    """

    def __init__(
        self,
        store: LogReader,
        heads: Heads,
        alarm: Alarm,
        trouble: Trouble,
        pace: FollowerPace = _PACE,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        """Read logs by `store`, woken by `alarm`; so many entries may wait for one subscriber."""
        self._most_waiting = most_waiting
        self._store = store
        self._heads = heads
        self._alarm = alarm
        self._trouble = trouble
        self._pace = pace
        self._feeds: dict[str, Feed] = {}
        self._wanted = asyncio.Event()
        self.closed = False
        self._next_poll = 0.0

    async def join(self, log: str, stream: str | None) -> Subscription:
        """Follow a stream of the log, or all of it (None), from where its feed is now.

        Raises `StoreUnavailable`.
        """
        if log not in self._feeds:
            head = await self._store.head(log)
            self._feeds.setdefault(log, Feed(log, head, self._most_waiting))
        subscription = self._feeds[log].join(stream)
        self._wanted.set()
        if self.closed:
            subscription.end()
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """Follow it no longer."""
        feed = subscription.feed
        feed.leave(subscription)
        if not feed and self._feeds.get(feed.log) is feed:
            del self._feeds[feed.log]
        if not self._feeds:
            self._wanted.clear()

    def close(self) -> None:
        """End all subscriptions, those to come as well."""
        self.closed = True
        for feed in self._feeds.values():
            feed.end()

    async def run(self) -> None:
        """Read until cancelled."""
        while True:
            await self._wanted.wait()
            try:
                await self._round()
                await asyncio.sleep(self._pace.rest)
            except Exception as error:  # whatever fails now is tried again
                self._trouble("logs can't be followed", error)
                await asyncio.sleep(self._pace.patience)

    async def _round(self) -> None:
        """Wait until there is something to read, and read it."""
        heads = await self._alarm.wait(max(0.0, self._next_poll - monotonic()))
        if monotonic() >= self._next_poll:
            heads = await self._heads.heads()
            self._next_poll = monotonic() + self._pace.poll
        for feed in tuple(self._feeds.values()):
            if heads.get(feed.log, -1) > feed.position:
                await self._read(feed)

    async def _read(self, feed: Feed) -> None:
        try:
            batch: list[Entry] = []
            async for entry in self._store.read_log(feed.log, feed.position):
                batch.append(entry)
                if len(batch) == _AT_ONCE:
                    feed.publish(batch)
                    batch = []
                    await asyncio.sleep(0)
            feed.publish(batch)
        except Exception as error:  # other logs may be well
            self._trouble(f"{feed.log} can't be followed", error)
            await asyncio.sleep(self._pace.patience)
