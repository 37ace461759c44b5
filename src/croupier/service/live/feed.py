"""The live end of one log: whoever follows it in this process gets what the follower has read."""

import asyncio
from collections import deque
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from croupier.service.live.message import LiveMessage
from croupier.service.messages import message_of
from croupier.service.ports import Entry

MOST_WAITING: Final = 256
"""Entries that wait for one subscriber; beyond them he reads from the store again, at his own pace."""


class LiveEntry:
    """An entry of a log on its way to all who follow it, who share what is made of it.

    `told` are messages that tell it, by whom they are the same for; `lock` is for looking once where it led.
    """

    def __init__(self, log: str, entry: Entry) -> None:
        """Take the entry of that log, as it was read."""
        self.log = log
        self.position = entry.position
        self.stream = entry.stream
        self.revision = entry.revision
        self.told: dict[str, LiveMessage] = {}
        self.lock = asyncio.Lock()
        self._entry = entry

    @cached_property
    def message(self) -> bytes:
        """The entry as the JSON of an `EntryMessage`."""
        return message_of(self.log, self._entry)


class Subscription:
    """What waits for one subscriber: all that the feed reads beyond the position where he `joined`."""

    def __init__(self, feed: "Feed", stream: str | None, most: int) -> None:
        """Wait for the entries of that stream, or of all (None); use `Feed.join`."""
        self.feed = feed
        self.stream = stream
        self.ended = False
        self.joined = feed.position
        self._most = most
        self._waiting: deque[LiveEntry] = deque()
        self._fell_behind = False
        self._woken = asyncio.Event()

    def offer(self, entry: LiveEntry) -> None:
        """Let the entry wait for the subscriber; where too many wait already he has fallen behind."""
        if len(self._waiting) == self._most:
            self._fell_behind = True
            self._waiting.clear()
        if not self._fell_behind:
            self._waiting.append(entry)
        self._woken.set()

    def end(self) -> None:
        """There is nothing more to come, from now on."""
        self.ended = True
        self._woken.set()

    async def take(self, seconds: float) -> Sequence[LiveEntry] | None:
        """What has come, waiting for it so many seconds at the most.

        None for who fell behind: what waited for him is forgotten, and he has `joined` anew, where the feed
        is now.
        """
        if not (self._waiting or self._fell_behind or self.ended):
            await self._wait(seconds)
        self._woken.clear()
        if self._fell_behind:
            self._fell_behind = False
            self.joined = self.feed.position
            return None
        taken = tuple(self._waiting)
        self._waiting.clear()
        return taken

    async def _wait(self, seconds: float) -> None:
        self._woken.clear()
        # A timer that sets the event costs much less than a timeout, for thousands who wait.
        timer = asyncio.get_running_loop().call_later(seconds, self._woken.set)
        try:
            await self._woken.wait()
        finally:
            timer.cancel()


class Feed:
    """One log's live end: `position` is how far it was read, and told to the subscribers."""

    def __init__(self, log: str, position: int, most_waiting: int = MOST_WAITING) -> None:
        """Begin at that position of the log."""
        self.log = log
        self.position = position
        self._most_waiting = most_waiting
        self._by_stream: dict[str | None, set[Subscription]] = {}

    def __bool__(self) -> bool:
        """Whether it has subscribers."""
        return bool(self._by_stream)

    def join(self, stream: str | None) -> Subscription:
        """A new subscriber to a stream, or to the whole log (None)."""
        subscription = Subscription(self, stream, self._most_waiting)
        self._by_stream.setdefault(stream, set()).add(subscription)
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """The subscriber is gone; nothing happens when he was before."""
        others = self._by_stream.get(subscription.stream, set())
        others.discard(subscription)
        if not others:
            self._by_stream.pop(subscription.stream, None)

    def publish(self, entries: Sequence[Entry]) -> None:
        """Tell the subscribers the entries that come next in the log, in one step."""
        for entry in entries:
            told = [*self._by_stream.get(entry.stream, ()), *self._by_stream.get(None, ())]
            if told:
                live = LiveEntry(self.log, entry)
                for subscription in told:
                    subscription.offer(live)
        if entries:
            self.position = entries[-1].position

    def end(self) -> None:
        """End all subscriptions."""
        for subscribers in self._by_stream.values():
            for subscription in subscribers:
                subscription.end()
