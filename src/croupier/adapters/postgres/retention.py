"""Removing what is old and no part of the log from PostgreSQL."""

from typing import Final

from croupier.adapters.postgres.fetching import Fetcher

_ATTEMPTS: Final = "SELECT forget_attempts(%(days)s)"
_ANSWERS: Final = "SELECT forget_answers(%(days)s)"
_DELIVERIES: Final = "SELECT forget_webhook_deliveries(%(days)s)"


class PostgresRetention:
    """Implements `Retention`. All raise `StoreUnavailable`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def forget_attempts(self, days: int) -> int:
        """Remove a portion of the attempts older than so many days (30 at the least); how many."""
        return await self._fetcher.one(int, _ATTEMPTS, days=days) or 0

    async def forget_answers(self, days: int) -> int:
        """Remove a portion of the stored answers older than so many days (1 at the least); how many."""
        return await self._fetcher.one(int, _ANSWERS, days=days) or 0

    async def forget_deliveries(self, days: int) -> int:
        """Remove a portion of the webhooks' deliveries older than so many days (1 at the least); how many."""
        return await self._fetcher.one(int, _DELIVERIES, days=days) or 0
