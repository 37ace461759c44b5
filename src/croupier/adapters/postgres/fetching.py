"""Queries over a pool of connections that outlive a restart of the server."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

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

_transaction: Final[ContextVar[AsyncConnection[Any] | None]] = ContextVar("transaction", default=None)
"""The connection of the transaction that the present task is in."""


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
        """The rows that `query` finds, `make` called with the columns of each.

        Raises `StoreUnavailable`, also for what the database can't hold: nothing was written then.
        """
        try:
            async with asyncio.timeout(self._patience):
                return await self._persistently(make, query, parameters)
        except (TimeoutError, psycopg.Error, UnicodeEncodeError) as error:
            reason = str(error) or "it did not answer in time"
            raise StoreUnavailable(f"the event store cannot be read: {reason}") from error

    async def one(self, make: Callable[..., T], query: str, **parameters: object) -> T | None:
        """The first row that `query` finds, or None. Raises `StoreUnavailable`."""
        return next(iter(await self.all(make, query, **parameters)), None)

    async def all_named(self, make: Callable[..., T], query: str, **names: object) -> list[T]:
        """Like `all` for a query that only reads, by names that may be anything.

        A name that the database can't hold, such as one with a NUL or half of a surrogate pair, names
        nothing: outside of transactions, which such a name may have broken.
        """
        try:
            return await self.all(make, query, **names)
        except StoreUnavailable as error:
            unheld = isinstance(error.__cause__, psycopg.DataError | UnicodeEncodeError)
            if unheld and _transaction.get() is None:
                return []
            raise

    async def one_named(self, make: Callable[..., T], query: str, **names: object) -> T | None:
        """The first row of `all_named`, or None. Raises `StoreUnavailable`."""
        return next(iter(await self.all_named(make, query, **names)), None)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """One transaction of all that the block runs, by whichever fetcher of the same database.

        It is committed at the block's end and undone when that raises, or takes longer than `patience`.
        None of its statements is run again. Raises `StoreUnavailable`; when the connection broke at the end,
        it is committed or not.
        """
        connection: AsyncConnection[Any] | None = None
        try:
            async with asyncio.timeout(self._patience):
                connection = await self._connected()
                async with connection.transaction():
                    mark = _transaction.set(connection)
                    try:
                        yield
                    finally:
                        _transaction.reset(mark)
        except (TimeoutError, psycopg.Error) as error:
            reason = str(error) or "it did not answer in time"
            raise StoreUnavailable(f"the event store cannot be written: {reason}") from error
        finally:
            if connection is not None:
                await self._pool.putconn(connection)

    async def _connected(self) -> AsyncConnection[Any]:
        """A connection of the pool that is well, waited for; it has to be put back."""
        while True:
            try:
                connection = await self._pool.getconn()
            except psycopg.OperationalError:
                await asyncio.sleep(_PAUSE)
                continue
            try:
                await self._pool.check_connection(connection)
            except BaseException as error:
                await self._pool.putconn(connection)
                if not isinstance(error, psycopg.Error):
                    raise
            else:
                return connection

    async def _persistently(
        self, make: Callable[..., T], query: str, parameters: dict[str, object]
    ) -> list[T]:
        while True:
            try:
                if (within := _transaction.get()) is not None:
                    return await _run(within, make, query, parameters)
                async with self._pool.connection() as connection:
                    return await _run(connection, make, query, parameters)
            except (psycopg.OperationalError, psycopg.InterfaceError):
                if within is not None:
                    raise
                await asyncio.sleep(_PAUSE)


async def _run(
    connection: AsyncConnection[Any], make: Callable[..., T], query: str, parameters: dict[str, object]
) -> list[T]:
    cursor = connection.cursor(binary=True, row_factory=args_row(make))
    await cursor.execute(query, parameters)
    return await cursor.fetchall()
