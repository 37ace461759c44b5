"""From what is asked for to the positions that it comes to."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec import Struct

from croupier.service.bundles.runs import Runs
from croupier.service.bundles.selections import (
    Asked,
    OfPlayer,
    OfRound,
    OfTable,
    Request,
    Selection,
    WholeLog,
)
from croupier.service.bundles.spans import Spans
from croupier.service.bundles.tracing import Tracing
from croupier.service.errors import NotFound
from croupier.service.ports import LogReader
from croupier.service.ports.bundles import Records, Spool

_NOTHING: Final = "there is nothing of that in what the log has published"


class Selected(Struct, frozen=True):
    """A selection and its positions, ascending, to be gone through once; `close` gives back what it takes."""

    selection: Selection
    positions: Iterator[int]
    close: Callable[[], None] = lambda: None


class Selecting:
    """Selects entries of logs."""

    def __init__(self, reader: LogReader, records: Records, spool: Spool) -> None:
        """Keep positions that have to be put in order in a file of `spool`."""
        self._reader = reader
        self._records = records
        self._spool = spool

    async def select(self, log: str, request: Request, size: int) -> Selected:
        """What the request comes to among the log's first `size` entries.

        Raises `NotFound` for a table, round, player or span of which nothing is there, `StoreUnavailable`.
        """
        match request:
            case WholeLog():
                return Selected(request, iter(range(size)))
            case Asked():
                span = await Spans(self._records, log, size).find(request)
                if span.last < span.first:
                    raise NotFound(_NOTHING)
                return Selected(span, iter(range(span.first, span.last + 1)))
            case _:
                return await self._trace(log, request, size)

    async def _trace(self, log: str, request: OfTable | OfRound | OfPlayer, size: int) -> Selected:
        runs = Runs(self._spool())
        try:
            tracing = Tracing(self._reader, self._records, log, size)
            if not await _traced(tracing, request, runs):
                raise NotFound(_NOTHING)
        except BaseException:
            runs.close()
            raise
        return Selected(request, runs.merged(), runs.close)


async def _traced(tracing: Tracing, request: OfTable | OfRound | OfPlayer, runs: Runs) -> bool:
    match request:
        case OfTable(table=table):
            return await tracing.table(table, runs, with_wallets=True)
        case OfRound():
            return await tracing.round(request, runs)
        case OfPlayer(player=player):
            return await tracing.player(player, runs)
