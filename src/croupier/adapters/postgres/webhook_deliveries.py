"""What became of sendings to endpoints, in PostgreSQL."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports.webhooks import Delivery, Failure, Outcome

_PAGE: Final = """
SELECT delivery, webhook, message, type, position, stream, attempt, at, outcome, status, failure, duration,
       next_at
FROM webhook_deliveries
WHERE webhook = %(webhook)s
  AND delivery < coalesce(%(before)s, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
  AND (%(outcome)s::text IS NULL OR outcome = %(outcome)s)
  AND (%(message)s::text IS NULL OR message = %(message)s)
ORDER BY delivery DESC LIMIT %(most)s
"""
_FIND: Final = """
SELECT delivery, webhook, message, type, position, stream, attempt, at, outcome, status, failure, duration,
       next_at
FROM webhook_deliveries WHERE delivery = %(delivery)s AND webhook = %(webhook)s
"""


class PostgresDeliveries:
    """Implements `Deliveries`. All raise `StoreUnavailable`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def of_webhook(
        self,
        webhook: str,
        before: str | None,
        most: int,
        outcome: Outcome | None = None,
        message: str | None = None,
    ) -> list[Delivery]:
        """Those to an endpoint, the latest first, before the one of that id, `most` of them at most."""
        asked = {"before": before and UUID(before), "outcome": outcome, "message": message}
        return await self._fetcher.all(_delivery, _PAGE, webhook=webhook, most=most, **asked)

    async def find(self, webhook: str, delivery: str) -> Delivery | None:
        """The one of that id to that endpoint."""
        return await self._fetcher.one(_delivery, _FIND, webhook=webhook, delivery=UUID(delivery))


def columns(deliveries: Sequence[Delivery]) -> dict[str, list[Any]]:
    """The deliveries' values, column by column."""
    return {
        "ids": [UUID(one.id) for one in deliveries],
        "messages": [one.message for one in deliveries],
        "types": [one.type for one in deliveries],
        "positions": [one.position for one in deliveries],
        "streams": [one.stream for one in deliveries],
        "attempts": [one.attempt for one in deliveries],
        "ats": [one.at for one in deliveries],
        "outcomes": [one.outcome for one in deliveries],
        "codes": [one.status for one in deliveries],
        "failures": [one.failure for one in deliveries],
        "durations": [one.duration for one in deliveries],
        "next_ats": [one.next_at for one in deliveries],
    }


def _delivery(
    id: UUID,
    webhook: str,
    message: str,
    type: str,
    position: int | None,
    stream: str | None,
    attempt: int,
    at: datetime,
    outcome: Outcome,
    status: int | None,
    failure: Failure | None,
    duration: int,
    next_at: datetime | None,
) -> Delivery:
    return Delivery(
        id=str(id),
        webhook=webhook,
        message=message,
        type=type,
        position=position,
        stream=stream,
        attempt=attempt,
        at=at.astimezone(UTC),
        outcome=outcome,
        status=status,
        failure=failure,
        duration=duration,
        next_at=next_at and next_at.astimezone(UTC),
    )
