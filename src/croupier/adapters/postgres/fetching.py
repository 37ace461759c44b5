"""Queries over a pool of connections that outlive a restart of the server."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg.rows import args_row
from psycopg_pool import AsyncConnectionPool

from croupier.service.errors import StoreUnavailable

T = TypeVar("T")

# After a failure the pool would try again in growing intervals, up to minutes; a server that is back should
# be found at once. So the pool does not insist, and each waiting statement asks it again and again.
_ASKS_AGAIN_AFTER = 0.25
_PAUSE = 0.05


class Fetcher:
    """Runs single statements that may run twice; one that fails with its connection is run again on another.

    `patience` is how long, in seconds, this goes on before `StoreUnavailable` is raised.
    """

    def __init__(self, conninfo: str, connections: int, patience: float) -> None:
        self._conninfo = conninfo
        self._patience = patience
        self._pool = AsyncConnectionPool(
            conninfo,
            min_size=1,
            max_size=connections,
            kwargs={"autocommit": True},
            timeout=_ASKS_AGAIN_AFTER,
            reconnect_timeout=0.0,
            open=False,
        )

    async def open(self) -> None:
        """Connect. Raises `StoreUnavailable`."""
        await self._pool.open()
        try:
            await self.one(int, "SELECT 1")
        except StoreUnavailable:
            await self.close()
            await self._find_reason()
            raise

    async def _find_reason(self) -> None:
        """Raise `StoreUnavailable` with the database's own reason: the pool keeps it to itself."""
        try:
            await (await AsyncConnection.connect(self._conninfo)).close()
        except psycopg.Error as error:
            raise StoreUnavailable(f"the event store cannot be reached: {error}") from error

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.close()

    async def all(self, make: Callable[..., T], query: str, **parameters: object) -> list[T]:
        """The rows that `query` finds, `make` called with the columns of each. Raises `StoreUnavailable`."""
        try:
            async with asyncio.timeout(self._patience):
                return await self._persistently(make, query, parameters)
        except (TimeoutError, psycopg.Error) as error:
            reason = str(error) or "it did not answer in time"
            raise StoreUnavailable(f"the event store cannot be read: {reason}") from error

    async def one(self, make: Callable[..., T], query: str, **parameters: object) -> T | None:
        """The first row that `query` finds, or None. Raises `StoreUnavailable`."""
        return next(iter(await self.all(make, query, **parameters)), None)

    async def _persistently(
        self, make: Callable[..., T], query: str, parameters: dict[str, object]
    ) -> list[T]:
        while True:
            try:
                async with self._pool.connection() as connection:
                    cursor = connection.cursor(binary=True, row_factory=args_row(make))
                    await cursor.execute(query, parameters)
                    return await cursor.fetchall()
            except (psycopg.OperationalError, psycopg.InterfaceError):
                await asyncio.sleep(_PAUSE)
            except (psycopg.DataError, UnicodeEncodeError):
                # A name that the database cannot hold, such as one with a zero, names nothing.
                return []
