"""The event store on PostgreSQL."""

from types import TracebackType
from typing import Self

from croupier.adapters.postgres.appender import GroupAppender
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.reader import PostgresLogReader
from croupier.adapters.postgres.session import service_conninfo
from croupier.service.ports import Append, Appended, Conflict, Repeated


class PostgresEventStore(PostgresLogReader):
    """Both sides of the store, over the schema that `migrate` makes; use it as an async context manager.

    It works as the role `croupier_service`, whoever the `url` logs in as. `readers` and `lanes` are the most
    connections it holds for reading and for appending, `patience` the seconds it waits for a server that is
    away before it raises `StoreUnavailable`.
    """

    def __init__(self, url: str, *, readers: int = 4, lanes: int = 2, patience: float = 10.0) -> None:
        conninfo = service_conninfo(url)
        self._appender = GroupAppender(conninfo, lanes, patience)
        super().__init__(Fetcher(conninfo, readers, patience))

    async def open(self) -> None:
        """Connect. Raises `StoreUnavailable`."""
        await self._fetcher.open()
        self._appender.open()

    async def close(self) -> None:
        """Finish the appends that wait, then disconnect."""
        await self._appender.close()
        await self._fetcher.close()

    async def append(self, append: Append) -> Appended | Conflict | Repeated:
        """Append durably, all or none. Cancelling the caller does not cancel the append.

        Raises `ValueError` for names, revisions or records out of bounds, `StoreUnavailable` when the
        outcome could not be learnt in time: the entries are then written or not, all or none.
        """
        return await self._appender.append(append)

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
