"""Endpoints of webhooks in PostgreSQL."""

from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.webhook_rows import parameters, settle, stored
from croupier.service.ports.webhooks import StoredWebhook

# A function's statements see what was committed before they began, unlike the parts of one statement: the
# count in it comes after the lock.
_ADD: Final = """
INSERT INTO webhooks (
    webhook, log, url, events, description, created_at, secrets, outbox, version, status, disabled_because,
    disabled_at, cursor, blocked, asked, due_at, rest_until
)
SELECT %(webhook)s::text, %(log)s::text, %(url)s::text, %(events)s::text[], %(description)s::text,
       %(created_at)s::timestamptz, %(secrets)s::bytea, %(outbox)s::bytea, %(version)s::uuid,
       %(status)s::text, %(disabled_because)s::text, %(disabled_at)s::timestamptz, %(cursor)s::bigint,
       %(blocked)s::boolean, %(asked)s::boolean, %(due_at)s::timestamptz, %(rest_until)s::timestamptz
WHERE room_for_webhook(%(log)s, %(most)s) OR EXISTS (SELECT FROM webhooks WHERE webhook = %(webhook)s)
ON CONFLICT (webhook) DO UPDATE SET version = EXCLUDED.version
WHERE webhooks.version = EXCLUDED.version RETURNING 1
"""
_FIND: Final = """
SELECT webhook, log, url, events, description, created_at, secrets, outbox, version, status,
       disabled_because, disabled_at
FROM webhooks WHERE log = %(log)s AND webhook = %(webhook)s
"""
_PAGE: Final = """
SELECT webhook, log, url, events, description, created_at, secrets, outbox, version, status,
       disabled_because, disabled_at
FROM webhooks WHERE log = %(log)s AND webhook > %(after)s ORDER BY webhook LIMIT %(most)s
"""
_REMOVE: Final = "DELETE FROM webhooks WHERE log = %(log)s AND webhook = %(webhook)s RETURNING 1"


class PostgresWebhooks:
    """Implements `WebhookStore`. All raise `StoreUnavailable`; each may be sent twice and is done once."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def add(self, webhook: StoredWebhook, most: int) -> bool:
        """Keep a new endpoint; False when its log has as many as `most`."""
        return await self._fetcher.one(int, _ADD, **parameters(webhook), most=most) is not None

    async def find(self, log: str, webhook: str) -> StoredWebhook | None:
        """The log's endpoint of that id."""
        return await self._fetcher.one(stored, _FIND, log=log, webhook=webhook)

    async def page(self, log: str, after: str, most: int) -> list[StoredWebhook]:
        """Endpoints of the log in the order of their ids, behind `after`, `most` of them at most."""
        return await self._fetcher.all(stored, _PAGE, log=log, after=after, most=most)

    async def change(self, webhook: StoredWebhook, version: str) -> bool:
        """Keep it so in the place of that version of it; False when it is another by now, or gone."""
        return await settle(self._fetcher, webhook, version)

    async def remove(self, log: str, webhook: str) -> None:
        """Remove the endpoint. What was sent to it is kept for a while."""
        await self._fetcher.one(int, _REMOVE, log=log, webhook=webhook)
