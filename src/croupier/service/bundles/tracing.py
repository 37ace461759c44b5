"""Following streams through the log to the positions that a selection wants."""

from collections.abc import AsyncIterator
from typing import Final

from msgspec import DecodeError, Struct
from msgspec.json import Decoder

from croupier.domain.decider import tag_of
from croupier.domain.ids import WALLETS, wallet_of
from croupier.domain.table.events import SeatLeft, SeatTaken, StackToppedUp
from croupier.domain.wallet.commands import BuyIn, CashOut
from croupier.service.breathing import breathing
from croupier.service.bundles.following import Following
from croupier.service.bundles.runs import Runs
from croupier.service.bundles.selections import OfRound
from croupier.service.ports import Entry, LogReader
from croupier.service.ports.bundles import Records

_OTHERS_AT_ONCE: Final = 16
_MOVES: Final = tuple(f'"{tag_of(kind)}"'.encode() for kind in (SeatTaken, StackToppedUp, SeatLeft))
_TRANSFERS: Final = frozenset(map(tag_of, (BuyIn, CashOut)))


class _Command(Struct, frozen=True):
    type: str
    table: str | None = None


class _Heading(Struct, frozen=True):
    stream: str
    command: _Command


_decode: Final = Decoder(_Heading).decode


def transfer_with(record: bytes) -> str | None:
    """The table that a wallet's record moves chips to or from; None when it moves none that way."""
    try:
        heading = _decode(record)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return None
    moves = heading.command.type in _TRANSFERS and heading.stream.startswith(WALLETS)
    return heading.command.table if moves else None


class Tracing:
    """Traces streams of one log, up to and without the position `size`."""

    def __init__(self, reader: LogReader, records: Records, log: str, size: int) -> None:
        """Read streams by `reader`, single records by `records`."""
        self._reader = reader
        self._records = records
        self._log = log
        self._size = size

    async def table(self, table: str, runs: Runs, *, with_wallets: bool) -> bool:
        """Add a run of the table's stream, with the wallets' entries that it moves chips by.

        Whether there is any. Raises `StoreUnavailable`.
        """
        async for entry in self._entries(table):
            runs.add(entry.position)
            if with_wallets and any(mark in entry.record for mark in _MOVES):
                for position in await self._other_ends(table, entry.position + 1):
                    runs.add(position)
        return _ended(runs)

    async def round(self, wanted: OfRound, runs: Runs) -> bool:
        """Add a run of the stream of the round's table through the round, or through the reveal of its decks.

        Whether there is such a round. Raises `StoreUnavailable`.
        """
        following = Following(wanted.round)
        through: int | None = None
        async for entry in self._entries(wanted.table):
            runs.add(entry.position)
            following.see(entry)
            if following.over and through is None:
                through = runs.count
            if following.complete:
                through = runs.count
                break
        runs.end_run(through)
        return following.begun

    async def player(self, player: str, runs: Runs) -> bool:
        """Add a run of the stream of the player's wallet, and one of each table it moved chips to or from.

        Whether there is such a wallet. Raises `StoreUnavailable`.
        """
        tables: set[str] = set()
        async for entry in self._entries(wallet_of(player)):
            runs.add(entry.position)
            if table := transfer_with(entry.record):
                tables.add(table)
        found = _ended(runs)
        for table in sorted(tables):
            await self.table(table, runs, with_wallets=False)
        return found

    async def _entries(self, stream: str) -> AsyncIterator[Entry]:
        async for entry in breathing(self._reader.read_stream(self._log, stream)):
            if entry.position >= self._size:
                return
            yield entry

    async def _other_ends(self, table: str, first: int) -> list[int]:
        """The positions from `first` on, without a gap, where wallets' entries name the table."""
        found: list[int] = []
        while first < self._size:
            wanted = range(first, min(first + _OTHERS_AT_ONCE, self._size))
            for position, record in await self._records.records(self._log, wanted):
                if transfer_with(record) != table:
                    return found
                found.append(position)
            first = wanted.stop
        return found


def _ended(runs: Runs) -> bool:
    """End the run; whether it has anything."""
    count = runs.count
    runs.end_run()
    return count > 0
