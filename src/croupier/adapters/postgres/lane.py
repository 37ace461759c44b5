"""A connection that carries one batch of appends at a time."""

import asyncio
from collections.abc import Sequence
from typing import Any

import psycopg
import structlog
from psycopg import AsyncConnection

from croupier.adapters.postgres.batch import Outcome, Submission, outcomes, parameters
from croupier.adapters.postgres.roundtrip import prepare, round_trip, rows

_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 0.5

logger = structlog.get_logger(__name__)


class Lane:
    """Carries batches to the database, connecting when there is one to carry, and anew after a failure."""

    def __init__(self, conninfo: str) -> None:
        self._conninfo = conninfo
        self._connection: AsyncConnection[Any] | None = None

    async def carry(self, log: str, batch: Sequence[Submission], sent_again: bool) -> list[Outcome]:
        """Append the batch, trying until the database has said what became of it.

        A connection that breaks leaves the outcome open. The same batch is then sent again, marked so, and
        the database says what the earlier sending had appended; the log's lock makes this one wait for an
        earlier one that still runs, and one that comes later finds its revisions taken. There is no limit of
        time here. Raises `psycopg.Error` when the database refuses the batch, of which nothing is written.
        """
        pause = _FIRST_PAUSE
        while True:
            try:
                return await self._send(log, batch, sent_again)
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                logger.warning("event-store-unreachable", log=log, appends=len(batch), reason=str(error))
                await self.close()
            except BaseException:
                await self.close()
                raise
            sent_again = True
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def close(self) -> None:
        """Close the connection, if there is one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _send(self, log: str, batch: Sequence[Submission], sent_again: bool) -> list[Outcome]:
        connection = await self._connected()
        async with connection.lock:
            answer = await connection.wait(
                round_trip(connection.pgconn, log, parameters(log, batch, sent_again))
            )
        return outcomes(batch, rows(answer))

    async def _connected(self) -> AsyncConnection[Any]:
        if self._connection is None:
            connection = await AsyncConnection.connect(self._conninfo, autocommit=True)
            try:
                await prepare(connection)
            except BaseException:
                await connection.close()
                raise
            self._connection = connection
        return self._connection
