"""What an operator is told of his endpoints and of what was sent to them."""

from datetime import datetime

from msgspec import Struct

from croupier.service.ports import Secrets
from croupier.service.ports.webhooks import (
    Delivery,
    DisabledBecause,
    Failure,
    Outcome,
    StoredWebhook,
    WebhookStatus,
)
from croupier.service.webhooks.secrets import in_force, open_secrets


class WebhookReading(Struct, frozen=True):
    """An endpoint as it stands.

    All that it wants at positions of the log up to `position` was accepted or given up, but in the streams
    that wait to be tried again: `waiting` says how many. It has accepted nothing since `failing_since`, and
    is left alone until `resting_until`. `disabled_because` says who disabled it: its `operator`, its answer
    410 (`gone`), or its `failing` for too long. `old_secrets_until` is until when older secrets sign as well.
    """

    webhook: str
    url: str
    events: tuple[str, ...]
    description: str
    status: WebhookStatus
    disabled_because: DisabledBecause | None
    disabled_at: datetime | None
    created_at: datetime
    position: int
    waiting: int
    failing_since: datetime | None
    resting_until: datetime | None
    old_secrets_until: datetime | None


class WebhookSecret(Struct, frozen=True):
    """An endpoint, and the secret that its messages are signed with from now on: it is told this once."""

    webhook: WebhookReading
    secret: str


class WebhookPage(Struct, frozen=True):
    """A page of endpoints; `after` is the id to read on behind, None at the end."""

    webhooks: tuple[WebhookReading, ...]
    after: str | None


class DeliveryReading(Struct, frozen=True):
    """One sending of a message to an endpoint.

    `message` is its `webhook-id`, alike for all sendings of it. `position` and `stream` are those of the
    log's entry, null for a ping. `outcome`: `accepted` by a status 2xx; `failed`, and tried again at
    `next_at` unless that is null; `given-up` after the last attempt. `status` is the answer's, null where
    there was none; `failure` says why. `duration` is in milliseconds.
    """

    delivery: str
    message: str
    type: str
    position: int | None
    stream: str | None
    attempt: int
    at: datetime
    outcome: Outcome
    status: int | None
    failure: Failure | None
    duration: int
    next_at: datetime | None


class DeliveryPage(Struct, frozen=True):
    """A page of sendings, the latest first; `before` is the id to read on before, None at the end."""

    deliveries: tuple[DeliveryReading, ...]
    before: str | None


def webhook_reading(webhook: StoredWebhook, secrets: Secrets, now: datetime) -> WebhookReading:
    """The endpoint as it is told. Raises `SealBroken`."""
    outbox = webhook.outbox
    signing = in_force(open_secrets(secrets, webhook.log, webhook.id, webhook.secrets), now)
    resting = outbox.rest_until if outbox.rest_until and outbox.rest_until > now else None
    return WebhookReading(
        webhook=webhook.id,
        url=webhook.url,
        events=webhook.events,
        description=webhook.description,
        status=webhook.status,
        disabled_because=webhook.disabled_because,
        disabled_at=webhook.disabled_at,
        created_at=webhook.created_at,
        position=outbox.cursor,
        waiting=len(outbox.lags),
        failing_since=outbox.failing_since,
        resting_until=resting,
        old_secrets_until=max((one.until for one in signing if one.until), default=None),
    )


def delivery_reading(delivery: Delivery) -> DeliveryReading:
    """The sending as it is told."""
    return DeliveryReading(
        delivery=delivery.id,
        message=delivery.message,
        type=delivery.type,
        position=delivery.position,
        stream=delivery.stream,
        attempt=delivery.attempt,
        at=delivery.at,
        outcome=delivery.outcome,
        status=delivery.status,
        failure=delivery.failure,
        duration=delivery.duration,
        next_at=delivery.next_at,
    )
