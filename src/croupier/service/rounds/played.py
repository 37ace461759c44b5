"""The rounds of one player at one table, the last first, a stretch of its stream at a time."""

from collections.abc import AsyncIterator, Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import asdict

from croupier.domain.explaining import Tally
from croupier.domain.ids import round_id
from croupier.domain.table.events import RoundEnded, RoundStarted, RoundVoided
from croupier.domain.table.state import AnyTable
from croupier.service.breathing import OFTEN, breathing
from croupier.service.ports import History, LogReader
from croupier.service.records import category, game_at
from croupier.service.rounds.course import Happened, Step, step_of
from croupier.service.rounds.finding import Rounds
from croupier.service.rounds.funds import owned
from croupier.service.rounds.marks import ENDS, round_marks
from croupier.service.rounds.past import STRIDE, Past, unknowing
from croupier.service.rounds.sittings import Sitting


class PlayedRound(Struct, frozen=True):
    """A round that a player sat in and that is over, with what it came to for him.

    `position` is that of the entry that ended it. The amounts are those of the round's report: result = won -
    lost - charged + banked - paid; of a voided round they are 0.
    """

    round: str
    table: str
    game: str
    number: int
    status: Literal["ended", "voided"]
    started_at: str
    ended_at: str
    position: int
    seat: int
    wagered: int
    won: int
    lost: int
    charged: int
    banked: int
    paid: int
    result: int


class Stretch(Struct, frozen=True):
    """What a stretch of a table's stream has of the player's rounds, the last first.

    All of his rounds at this table that ended at positions above `down_to` are in it or in earlier ones.
    """

    rounds: tuple[PlayedRound, ...]
    down_to: int


class Times(Struct, frozen=True):
    """From `since` on and before `until`, as records write times; None: without an end."""

    since: str | None = None
    until: str | None = None


ALWAYS: Final = Times()


class Played:
    """Walks tables for a player's rounds."""

    def __init__(self, reader: LogReader, history: History, rounds: Rounds, past: Past) -> None:
        """Read streams by `reader` and by positions by `history`; rebuild tables by `past`."""
        self._reader = reader
        self._history = history
        self._rounds = rounds
        self._past = past

    async def stretches(
        self, log: str, player: str, sitting: Sitting, before: int, times: Times = ALWAYS
    ) -> AsyncIterator[Stretch]:
        """His rounds in the sitting that ended at positions below `before`, stretch after stretch backwards.

        Of them those that ended in these times. A stretch has `STRIDE` entries, and those of a round that
        began before it.
        """
        table = sitting.table
        start, last = sitting.start, min(sitting.end, before) - 1
        if times.since is not None:
            start = max(start, await self._history.before(log, table, times.since))
        if times.until is not None:
            last = min(last, await self._history.before(log, table, times.until))
        low = await self._revision_above(log, table, start)
        high = await self._revision_above(log, table, last)
        while low < high:
            first = max(low, (high - 2) // STRIDE * STRIDE + 1)
            ended = [one async for one in self._ended(log, table, player, first, high)]
            down_to = await self._position(log, table, first) - 1 if first > low else sitting.start
            yield Stretch(tuple(reversed(ended)), down_to)
            high = first

    async def _revision_above(self, log: str, table: str, position: int) -> int:
        """The revision of the table's first entry above the position; that of its next entry without one."""
        found = await self._history.entries(log, table, position, 1)
        return found[0].revision if found else await self._reader.revision(log, table) + 1

    async def _position(self, log: str, table: str, revision: int) -> int:
        async for entry in self._reader.read_stream(log, table, revision - 1):
            return entry.position
        return -1

    async def _ended(
        self, log: str, table: str, player: str, first: int, end: int
    ) -> AsyncIterator[PlayedRound]:
        """The rounds that ended from revision `first` to before `end` and that he sat in, in order."""
        loaded = await self._past.at(log, table, first - 1)
        if loaded.state.in_round:
            if not await self._ends_within(log, table, first, end):
                return
            start = await self._rounds.start(log, table, loaded.state.round)
            loaded = await self._past.at(log, table, (start or first) - 1)
        accounts = _Accounts(table, player)
        state = unknowing(loaded.state, {})
        async for entry in breathing(self._reader.read_stream(log, table, loaded.revision), OFTEN):
            if entry.revision >= end:
                return
            step, state = step_of(game_at(table), entry, state, {})
            if (one := accounts.enter(step)) and entry.revision >= first:
                yield one

    async def _ends_within(self, log: str, table: str, first: int, end: int) -> bool:
        """Whether a round ends there: a long one that goes on through it all is not walked for nothing."""
        async for entry in self._reader.read_stream(log, table, first - 1):
            if entry.revision >= end:
                return False
            if any(mark.kind in ENDS for mark in round_marks(entry)):
                return True
        return False


class _Accounts:
    """Follows a table through its rounds and keeps account of the player's seat."""

    def __init__(self, table: str, player: str) -> None:
        self._table = table
        self._player = player
        self._started_at = ""
        self._start: AnyTable | None = None
        self._tally = Tally(0)

    def enter(self, step: Step) -> PlayedRound | None:
        """Go on by an entry; the round that it ended, if the player sat in it."""
        found = None
        for one in step.happened:
            if isinstance(one.event, RoundStarted):
                self._start, self._started_at = one.before, step.record.at
                self._tally = Tally(one.before.seat_of(self._player) or 0)
            self._tally = _added(self._tally, one.said.tallies)
            if isinstance(one.event, RoundEnded | RoundVoided) and self._start is not None:
                found = self._played(one, self._start, step) if self._tally.seat else None
                self._start = None
        return found

    def _played(self, one: Happened, start: AnyTable, step: Step) -> PlayedRound:
        voided = isinstance(one.event, RoundVoided)
        seat = self._tally.seat
        tally = Tally(seat) if voided else self._tally
        return PlayedRound(
            round=round_id(self._table, one.event.round),
            table=self._table,
            game=category(self._table),
            number=one.event.round,
            status="voided" if voided else "ended",
            started_at=self._started_at,
            ended_at=step.record.at,
            position=step.entry.position,
            result=owned(one.after, seat) - owned(start, seat),
            **asdict(tally),
        )


def _added(tally: Tally, more: Iterable[Tally]) -> Tally:
    """The account with those of the same seat added to it."""
    for one in more:
        if one.seat == tally.seat:
            tally += one
    return tally
