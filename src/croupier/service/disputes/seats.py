"""Who sat at a table when a round was played.

Disputed are mostly rounds of late. So one goes back from the seats as they are now, undoing what has happened
to them since, instead of following the table from its opening. Seats don't change within a round.
"""

from collections.abc import Iterable
from typing import Any, Final

from croupier.domain.disputes.evidence import SeatedPlayer
from croupier.domain.table.events import SeatLeft, SeatTaken
from croupier.service.breathing import breathing
from croupier.service.ports import LogReader
from croupier.service.records import decode_record
from croupier.service.streams import Streams

_MARK: Final = b'"seat-'


async def seats_in(
    reader: LogReader, streams: Streams, log: str, table: str, start: int
) -> tuple[SeatedPlayer, ...]:
    """Who had which seat in the round that the entry at revision `start` began. Raises `StoreUnavailable`."""
    loaded = await streams.catch_up(log, table)
    changes: list[SeatTaken | SeatLeft] = []
    async for entry in breathing(reader.read_stream(log, table, start - 1)):
        if entry.revision > loaded.revision:
            break
        if _MARK in entry.record:
            changes += _changes(decode_record(table, entry.record).events)
    seats = {number: seat.player for number, seat in loaded.state.seats.items()}
    for change in reversed(changes):
        if isinstance(change, SeatTaken):
            del seats[change.seat]
        else:
            seats[change.seat] = change.player
    return tuple(SeatedPlayer(number, seats[number]) for number in sorted(seats))


def _changes(events: Iterable[Any]) -> list[SeatTaken | SeatLeft]:
    return [event for event in events if isinstance(event, SeatTaken | SeatLeft)]
