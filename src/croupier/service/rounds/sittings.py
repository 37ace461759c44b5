"""When a player sat at which tables, as his wallet tells it: chips go to a table before any can be played.

A sitting begins with a buy-in and ends when the wallet next hears of that table. Who lost all that he had
leaves without a trace in his wallet: then the table itself tells when he left, if he has.
"""

from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder

from croupier.domain.ids import wallet_of
from croupier.service.ports import Entry, History, LogReader
from croupier.service.remembering import Remembered
from croupier.service.streams import Streams

_KEPT: Final = 1_000
_KEPT_ENDS: Final = 20_000
NEVER: Final = 2**63 - 1
"""The position at which a sitting ends that has not ended."""


class Sitting(Struct, frozen=True):
    """The player sat at the table between these positions of the log, both left out."""

    table: str
    start: int
    end: int


class _Event(Struct, frozen=True):
    type: str
    table: Any = None
    player: Any = None


class _Record(Struct, frozen=True):
    events: tuple[_Event, ...]


class _Move(Struct, frozen=True):
    position: int
    table: str
    came: bool


class _Moves(Struct, frozen=True):
    revision: int = 0
    moves: tuple[_Move, ...] = ()


_decode: Final = Decoder(_Record).decode
_TABLE: Final = b'"table"'
_LEFT: Final = b'"seat-left"'


class Sittings:
    """Reads wallets for tables: each whole at first, and later what is new in it."""

    def __init__(self, reader: LogReader, history: History, streams: Streams, kept: int = _KEPT) -> None:
        """Read streams by `reader` and by positions by `history`, who sits where now by `streams`.

        The least recently used wallets beyond `kept` are forgotten.
        """
        self._reader = reader
        self._history = history
        self._streams = streams
        self._kept = Remembered[tuple[str, str], _Moves](kept)
        self._ends = Remembered[tuple[str, str, int], int](_KEPT_ENDS)

    async def of(self, log: str, player: str) -> list[Sitting] | None:
        """The player's sittings, the one that ended last first; None when there is no such player.

        Raises `SealBroken`, `StoreUnavailable`.
        """
        key = (log, player)
        known = await self._caught_up(log, wallet_of(player), self._kept.get(key, _Moves()))
        if known.revision == 0:
            return None
        self._kept.keep(key, known)
        found = [await self._ended(log, player, *one) for one in _sittings(known.moves)]
        return sorted(found, key=lambda sitting: sitting.end, reverse=True)

    async def _caught_up(self, log: str, wallet: str, known: _Moves) -> _Moves:
        revision, moves = known.revision, list(known.moves)
        async for entry in self._reader.read_stream(log, wallet, known.revision):
            revision = entry.revision
            moves += _moves(entry)
        return _Moves(revision, tuple(moves))

    async def _ended(self, log: str, player: str, sitting: Sitting, cashed_out: bool) -> Sitting:
        """The sitting with its end. Only an end that the wallet does not tell has to be looked for."""
        if cashed_out:
            return sitting
        key = (log, sitting.table, sitting.start)
        if key in self._ends:
            return Sitting(sitting.table, sitting.start, min(self._ends[key], sitting.end))
        if sitting.end == NEVER and await self._sits(log, sitting.table, player):
            return sitting
        end = await self._left(log, player, sitting)
        self._ends.keep(key, end)
        return Sitting(sitting.table, sitting.start, end)

    async def _sits(self, log: str, table: str, player: str) -> bool:
        loaded = await self._streams.catch_up(log, table)
        return loaded.state.seat_of(player) is not None

    async def _left(self, log: str, player: str, sitting: Sitting) -> int:
        """The position right behind the table's entry in which he left; the sitting's end if he did not."""
        first = await self._history.entries(log, sitting.table, sitting.start, 1)
        if not first:
            return sitting.end
        async for entry in self._reader.read_stream(log, sitting.table, first[0].revision - 1):
            if entry.position >= sitting.end:
                break
            if _leaves(entry, player):
                return entry.position + 1
        return sitting.end


def _leaves(entry: Entry, player: str) -> bool:
    if _LEFT not in entry.record or player.encode() not in entry.record:
        return False
    return any(e.type == "seat-left" and e.player == player for e in _decode(entry.record).events)


def _moves(entry: Entry) -> list[_Move]:
    if _TABLE not in entry.record:
        return []
    events = _decode(entry.record).events
    return [
        _Move(entry.position, event.table, event.type == "bought-in")
        for event in events
        if event.type in ("bought-in", "cashed-out") and isinstance(event.table, str)
    ]


def _sittings(moves: tuple[_Move, ...]) -> list[tuple[Sitting, bool]]:
    """From each buy-in to what the wallet next hears of the table, and whether that was the cashing out."""
    found: list[tuple[Sitting, bool]] = []
    later: dict[str, _Move] = {}
    for move in reversed(moves):
        after = later.get(move.table)
        if move.came:
            sitting = Sitting(move.table, move.position, after.position if after else NEVER)
            found.append((sitting, after is not None and not after.came))
        later[move.table] = move
    return found
