"""The use case of who follows a table, or an operator's whole log."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Final

from msgspec.json import Encoder

from croupier.service.callers import Caller
from croupier.service.errors import NotFound, PositionAhead
from croupier.service.handling import with_position
from croupier.service.holding import Holding
from croupier.service.ids import game_of_table
from croupier.service.live.feed import LiveEntry
from croupier.service.live.follower import Follower
from croupier.service.live.following import Following
from croupier.service.live.message import HeadMessage, LiveMessage
from croupier.service.live.places import Place, Places
from croupier.service.live.telling import TableTeller, tell_entries
from croupier.service.ports import History, LogReader
from croupier.service.streams import Loaded, Streams, existing

_encode: Final = Encoder().encode

Tell = Callable[[Sequence[LiveEntry]], Awaitable[Sequence[LiveMessage]]]


class LiveStream:
    """One client's stream, which holds a place until that is given back."""

    def __init__(
        self,
        following: Following,
        place: Place,
        after: int,
        tell: Tell,
        first: tuple[LiveMessage, ...],
        beat: float,
    ) -> None:
        """Begin with the `first` messages, then tell the entries above `after`."""
        self._beat = beat
        self.place = place
        self._following = following
        self._after = after
        self._tell = tell
        self._first = first

    def end(self) -> None:
        """Nobody listens any more."""
        self._following.end()

    async def messages(self) -> AsyncGenerator[Sequence[LiveMessage], None]:
        """The messages as they come, until the end; none at a beat, when nothing has come for a while.

        Raises `StoreUnavailable`, `SealBroken`.
        """
        if self._first:
            yield self._first
        async for batch in self._following.batches(self._after, self._beat):
            yield await self._tell(batch)


class Streaming:
    """Opens streams. Whoever resumes behind a position gets all that came after it, each entry once."""

    def __init__(
        self,
        follower: Follower,
        store: LogReader,
        history: History,
        streams: Streams,
        holding: Holding,
        places: Places,
        beat: float = 15.0,
    ) -> None:
        """Wire the use case to follower, store and streams of this installation, and the process's places.

        `beat` is after how many seconds without news clients are sent a sign of life.
        """
        self.beat = beat
        self._holding = holding
        self._follower = follower
        self._store = store
        self._history = history
        self._streams = streams
        self.places = places

    def close(self) -> None:
        """End all streams, at once."""
        self._follower.close()

    async def table(self, caller: Caller, table: str, after: int | None = None) -> LiveStream:
        """What happens at the table above `after`, as the caller may see it.

        Without `after`: the table as it is, then what happens. Raises `NotFound`, `Forbidden`,
        `PositionAhead`, `RateLimited`, `StreamsFull`, `StoreUnavailable`, `SealBroken`.
        """
        if game_of_table(table) is None:
            raise NotFound("there is no such table")
        caller.require_table(table)
        existing(await self._streams.load(caller.log, table), "table")
        teller = TableTeller(self._streams, caller.log, table, caller.actor)
        first: tuple[LiveMessage, ...] = ()
        if after is None:
            now, after = await self._now(caller.log, table)
            first = (LiveMessage("table", with_position(teller.reading(now), after), after),)
        else:
            await self._require_reached(caller.log, after)
        return self._stream(caller, table, after, teller.tell, first)

    async def log(self, caller: Caller, after: int | None = None) -> LiveStream:
        """What happens in all of the caller's log above `after`, or from now on.

        Raises `PositionAhead`, `RateLimited`, `StreamsFull`, `StoreUnavailable`.
        """
        first: tuple[LiveMessage, ...] = ()
        if after is None:
            after = await self._store.head(caller.log)
            first = (LiveMessage("head", _encode(HeadMessage(caller.log, after)), after),)
        else:
            await self._require_reached(caller.log, after)
        return self._stream(caller, None, after, tell_entries, first)

    def _stream(
        self, caller: Caller, stream: str | None, after: int, tell: Tell, first: tuple[LiveMessage, ...]
    ) -> LiveStream:
        following = Following(self._follower, self._store, self._history, caller.log, stream)
        place = self.places.take(self._holding.hold(caller), caller.operator)
        return LiveStream(following, place, after, tell, first, self.beat)

    async def _require_reached(self, log: str, position: int) -> None:
        head = await self._store.head(log)
        if position > head:
            raise PositionAhead(f"the log's last position is {head}, so that nothing is at {position}")

    async def _now(self, log: str, table: str) -> tuple[Loaded, int]:
        """The table as it stands, and the position of the entry that led there."""
        while True:
            known = await self._streams.load(log, table)
            *_, last = [entry async for entry in self._store.read_stream(log, table, known.revision - 1)]
            if last.revision == known.revision:
                return known, last.position
            await self._streams.catch_up(log, table)
