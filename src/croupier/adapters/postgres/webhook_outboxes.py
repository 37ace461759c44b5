"""Handing endpoints out to who delivers, and keeping what became of it, in PostgreSQL."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.webhook_rows import settle, stored
from croupier.service.ports.webhooks import Delivery, Looked, StoredWebhook

_LOOK: Final = """
SELECT EXISTS (SELECT FROM webhooks), ARRAY(
    SELECT w.webhook FROM webhooks AS w LEFT JOIN logs AS l ON l.log = w.log
    WHERE (w.held_until IS NULL OR w.held_until <= %(now)s)
      AND (w.asked OR (
        w.status = 'enabled' AND (w.rest_until IS NULL OR w.rest_until <= %(now)s)
        AND ((l.head > w.cursor AND NOT w.blocked) OR w.due_at <= %(now)s)
      ))
    ORDER BY w.looked_at NULLS FIRST LIMIT %(most)s
)
"""
_HOLD: Final = """
UPDATE webhooks SET held_by = %(holder)s, held_until = %(until)s, looked_at = %(now)s
WHERE webhook = %(webhook)s AND (held_until IS NULL OR held_until <= %(now)s OR held_by = %(holder)s)
RETURNING webhook, log, url, events, description, created_at, secrets, outbox, version, status,
          disabled_because, disabled_at
"""
_RELEASE: Final = """
UPDATE webhooks SET held_by = NULL, held_until = NULL
WHERE webhook = %(webhook)s AND held_by = %(holder)s RETURNING 1
"""


class PostgresOutboxes:
    """Implements `Outboxes`. All raise `StoreUnavailable`; each may be sent twice and is done once."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def look(self, now: datetime, most: int) -> Looked:
        """What there is to be done that nobody is at, what has waited longest first."""
        return await self._fetcher.one(_looked, _LOOK, now=now, most=most) or Looked(False, ())

    async def hold(self, webhook: str, holder: str, now: datetime, until: datetime) -> StoredWebhook | None:
        """The endpoint, held until then; None when it is gone or held by another."""
        return await self._fetcher.one(stored, _HOLD, webhook=webhook, holder=holder, now=now, until=until)

    async def release(self, webhook: str, holder: str) -> None:
        """Let it go, if this holder has it."""
        await self._fetcher.one(int, _RELEASE, webhook=webhook, holder=holder)

    async def settle(self, webhook: StoredWebhook, version: str, deliveries: Sequence[Delivery]) -> bool:
        """Keep what became of sendings, and the endpoint in the place of that version; whether it was."""
        return await settle(self._fetcher, webhook, version, deliveries)


def _looked(any: bool, due: list[str]) -> Looked:
    return Looked(any, tuple(due))
