"""A player's history: the rounds that he sat in, at all tables, the last first."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from heapq import heappop, heappush
from typing import Final

from msgspec import Struct

from croupier.domain.ids import wallet_of
from croupier.service.callers import Caller
from croupier.service.errors import NotFound
from croupier.service.ids import is_player
from croupier.service.ports import History, LogReader
from croupier.service.records import category, timestamp
from croupier.service.rounds.finding import Rounds
from croupier.service.rounds.past import Past
from croupier.service.rounds.played import Played, PlayedRound, Stretch, Times
from croupier.service.rounds.sittings import NEVER, Sitting, Sittings
from croupier.service.streams import Streams

MOST_STRETCHES: Final = 20
"""So many stretches of tables' streams are walked for one page, found or not."""

_SKEW: Final = timedelta(hours=1)
"""By less than this the clocks of two processes differ."""


class PlaysQuery(Struct, frozen=True):
    """Which rounds of a player: at most `limit`, that ended at positions below `before`.

    Of this game, at this table, and ended from the moment `since` on and before `until`.
    """

    limit: int = 20
    before: int | None = None
    game: str | None = None
    table: str | None = None
    since: datetime | None = None
    until: datetime | None = None

    def wants(self, table: str) -> bool:
        """Whether rounds at the table are asked for."""
        return self.table in (None, table) and self.game in (None, category(table))

    @property
    def times(self) -> Times:
        """When the rounds ended, as records write it."""
        return Times(_written(self.since), _written(self.until))


class PlayTotals(Struct, frozen=True):
    """The sums of the listed rounds, and of no others. For what they mean see the rounds themselves."""

    rounds: int
    wagered: int
    won: int
    lost: int
    charged: int
    banked: int
    paid: int
    result: int


class PlayPage(Struct, frozen=True):
    """A page of a player's rounds, the last first; `totals` are those of this page.

    `before` is the position of the log to go on below, None at the end. A page may be short, and even empty,
    and yet not the last: the work for one is bounded.
    """

    player: str
    rounds: tuple[PlayedRound, ...]
    totals: PlayTotals
    before: int | None


class Plays:
    """Lists players' rounds."""

    def __init__(
        self, reader: LogReader, history: History, streams: Streams, rounds: Rounds, past: Past
    ) -> None:
        """Read streams by `reader` and by positions by `history`; rebuild tables by `past`."""
        self._history = history
        self._sittings = Sittings(reader, history, streams)
        self._played = Played(reader, history, rounds, past)

    async def page(self, caller: Caller, player: str, query: PlaysQuery) -> PlayPage:
        """The player's last rounds, of those that are asked for.

        A token for one table lists the rounds at that. Raises `NotFound`, `SealBroken`, `StoreUnavailable`.
        """
        caller.require_player(player)
        sittings = await self._sittings.of(caller.log, player) if is_player(player) else None
        if sittings is None:
            raise NotFound("there is no such player")
        mine = [one for one in sittings if caller.table in (None, one.table) and query.wants(one.table)]
        listed = await self._around(caller.log, player, mine, query)
        rounds, below = await _Merging(self._played, caller.log, player, listed, query).last(query.limit)
        return PlayPage(player, tuple(rounds), _totals(rounds), below)

    async def _around(
        self, log: str, player: str, sittings: list[Sitting], query: PlaysQuery
    ) -> list[Sitting]:
        """The sittings without those that, by the times in the player's wallet, are too late or too early."""
        wallet, start, end = wallet_of(player), -1, NEVER
        if query.since is not None:
            start = await self._history.before(log, wallet, timestamp(query.since - _SKEW))
        if query.until is not None:
            end = await self._history.before(log, wallet, timestamp(query.until + _SKEW))
        return [one for one in sittings if one.end > start and one.start <= end]


class _Merging:
    """The rounds of several sittings in one list, the last first.

    Sittings are opened only when the list has come down to their ends.
    """

    def __init__(
        self, played: Played, log: str, player: str, sittings: list[Sitting], query: PlaysQuery
    ) -> None:
        before = NEVER if query.before is None else query.before
        self._times = query.times
        self._played = played
        self._log = log
        self._player = player
        self._before = before
        self._closed = [one for one in reversed(sittings) if one.start < before]
        self._open: dict[int, AsyncIterator[Stretch]] = {}
        self._heap: list[tuple[int, int, PlayedRound]] = []
        self._down_to: dict[int, int] = {}
        self._walked = 0

    async def last(self, limit: int) -> tuple[list[PlayedRound], int | None]:
        """So many rounds at most, and the position to go on below; None when there are no more."""
        found: list[PlayedRound] = []
        while len(found) < limit:
            while (horizon := self._horizon()) is not None and not self._certain(horizon):
                if self._walked >= MOST_STRETCHES and horizon < self._before - 1:
                    return found, horizon + 1
                await self._walk()
            if not self._heap:
                return found, None
            found.append(heappop(self._heap)[2])
        more = self._heap or self._horizon() is not None
        return found, found[-1].position if more else None

    def _horizon(self) -> int | None:
        """Down to here all sittings have been walked; None when all of them are at their ends."""
        ends = [min(one.end, self._before - 1) for one in self._closed[-1:]]
        return max([*ends, *self._down_to.values()], default=None)

    def _certain(self, horizon: int) -> bool:
        """Whether the latest round found is the latest there is."""
        return bool(self._heap) and -self._heap[0][0] > horizon

    async def _walk(self) -> None:
        """Walk one more stretch of the sitting that has been walked down the least."""
        self._walked += 1
        walked = max(self._down_to, key=lambda number: self._down_to[number], default=None)
        if self._closed and (walked is None or self._ends_later(walked)):
            walked = len(self._closed)
            sitting = self._closed.pop()
            self._open[walked] = self._played.stretches(
                self._log, self._player, sitting, self._before, self._times
            )
        assert walked is not None
        stretch = await anext(self._open[walked], None)
        if stretch is None:
            self._down_to.pop(walked, None)
            return
        self._down_to[walked] = stretch.down_to
        for one in stretch.rounds:
            heappush(self._heap, (-one.position, walked, one))

    def _ends_later(self, walked: int) -> bool:
        return self._closed[-1].end > self._down_to[walked]


def _written(at: datetime | None) -> str | None:
    return None if at is None else timestamp(at)


def _totals(rounds: list[PlayedRound]) -> PlayTotals:
    return PlayTotals(
        rounds=len(rounds),
        wagered=sum(one.wagered for one in rounds),
        won=sum(one.won for one in rounds),
        lost=sum(one.lost for one in rounds),
        charged=sum(one.charged for one in rounds),
        banked=sum(one.banked for one in rounds),
        paid=sum(one.paid for one in rounds),
        result=sum(one.result for one in rounds),
    )
