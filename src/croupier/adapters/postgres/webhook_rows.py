"""An endpoint of webhooks as a row of PostgreSQL, and the one statement that changes it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from msgspec.json import Decoder, Encoder

from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.webhook_deliveries import columns
from croupier.service.ports.webhooks import (
    Delivery,
    DisabledBecause,
    Outbox,
    StoredWebhook,
    WebhookStatus,
)
from croupier.service.webhooks.outbox import first_due, room

# Sent again after a lost answer, a change that was made is found made. What was sent was sent, whether the
# endpoint has changed meanwhile or not.
_SETTLE: Final = """
WITH changed AS (
    UPDATE webhooks SET
        url = %(url)s, events = %(events)s, description = %(description)s, secrets = %(secrets)s,
        outbox = %(outbox)s, version = %(version)s, status = %(status)s,
        disabled_because = %(disabled_because)s, disabled_at = %(disabled_at)s, cursor = %(cursor)s,
        blocked = %(blocked)s, asked = %(asked)s, due_at = %(due_at)s, rest_until = %(rest_until)s
    WHERE webhook = %(webhook)s AND log = %(log)s AND version IN (%(expected)s, %(version)s) RETURNING 1
), noted AS (
    INSERT INTO webhook_deliveries (
        delivery, webhook, message, type, position, stream, attempt, at, outcome, status, failure, duration,
        next_at
    )
    SELECT id, %(webhook)s::text, message, type, position, stream, attempt, at, outcome, code, failure,
           duration, next_at
    FROM unnest(
        %(ids)s::uuid[], %(messages)s::text[], %(types)s::text[], %(positions)s::bigint[],
        %(streams)s::text[], %(attempts)s::integer[], %(ats)s::timestamptz[], %(outcomes)s::text[],
        %(codes)s::integer[], %(failures)s::text[], %(durations)s::integer[], %(next_ats)s::timestamptz[]
    ) AS sent (id, message, type, position, stream, attempt, at, outcome, code, failure, duration, next_at)
    ON CONFLICT (delivery) DO NOTHING
)
SELECT EXISTS (SELECT FROM changed)
"""

_encode: Final = Encoder().encode
_outbox: Final = Decoder(Outbox).decode


async def settle(
    fetcher: Fetcher, webhook: StoredWebhook, version: str, deliveries: Sequence[Delivery] = ()
) -> bool:
    """Keep the endpoint in the place of that version, and the deliveries in any case; whether it was."""
    told = {**parameters(webhook), "expected": UUID(version), **columns(deliveries)}
    return bool(await fetcher.one(bool, _SETTLE, **told))


def parameters(webhook: StoredWebhook) -> dict[str, Any]:
    """The endpoint's columns, with those by which due ones are found."""
    outbox = webhook.outbox
    return {
        "webhook": webhook.id,
        "log": webhook.log,
        "url": webhook.url,
        "events": list(webhook.events),
        "description": webhook.description,
        "created_at": webhook.created_at,
        "secrets": webhook.secrets,
        "outbox": _encode(outbox),
        "version": UUID(webhook.version),
        "status": webhook.status,
        "disabled_because": webhook.disabled_because,
        "disabled_at": webhook.disabled_at,
        "cursor": outbox.cursor,
        "blocked": room(outbox) == 0,
        "asked": bool(outbox.asked),
        "due_at": first_due(outbox),
        "rest_until": outbox.rest_until,
    }


def stored(
    webhook: str,
    log: str,
    url: str,
    events: list[str],
    description: str,
    created_at: datetime,
    secrets: bytes,
    outbox: bytes,
    version: UUID,
    status: WebhookStatus,
    disabled_because: DisabledBecause | None,
    disabled_at: datetime | None,
) -> StoredWebhook:
    """A row as an endpoint."""
    return StoredWebhook(
        id=webhook,
        log=log,
        url=url,
        events=tuple(events),
        description=description,
        created_at=created_at.astimezone(UTC),
        secrets=secrets,
        outbox=_outbox(outbox),
        version=str(version),
        status=status,
        disabled_because=disabled_because,
        disabled_at=disabled_at and disabled_at.astimezone(UTC),
    )
