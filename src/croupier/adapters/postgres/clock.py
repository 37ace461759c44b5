"""PostgreSQL's clock."""

from datetime import datetime
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.errors import StoreUnavailable

_NOW: Final = "SELECT clock_timestamp()"


class PostgresClock:
    """Implements `StoreClock`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Ask by the fetcher."""
        self._fetcher = fetcher

    async def now(self) -> datetime:
        """The present moment by the database server's clock. Raises `StoreUnavailable`."""
        found = await self._fetcher.one(_as_it_is, _NOW)
        if found is None:
            raise StoreUnavailable("the event store does not tell the time")
        return found


def _as_it_is(now: datetime) -> datetime:
    return now
