"""What is asked and answered about webhooks."""

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from croupier.adapters.http.requests.parameters import MOST_EXACT
from croupier.domain.texts import line_or_nothing_pattern
from croupier.service.ports.webhooks import WebhookStatus
from croupier.service.webhooks.readings import DeliveryReading, WebhookReading
from croupier.service.webhooks.selecting import WANTED
from croupier.service.webhooks.webhooks import JudgedUrl, NewWebhook, WebhookChange

_HOUR: Final = 3600

Url = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2048,
        description="Where messages are sent: `https`, on port 443 or one from 1024 on, at a public address,"
        " without a user's name, a password or a fragment.",
        examples=["https://example.com/croupier"],
    ),
]
Wanted: Any = Literal[WANTED]
Events = Annotated[
    tuple[Wanted, ...],
    Meta(
        min_length=1,
        max_length=200,
        description="What is wanted: `*` for everything; `tables`, `wallets` or `disputes` for all that"
        " happens in such streams; or events by their `type`. An entry is sent when any of them fits, once.",
        examples=[["round-ended", "wallets"]],
    ),
]
DESCRIPTION_PATTERN: Final = line_or_nothing_pattern(200)
Description = Annotated[
    str,
    Meta(
        pattern=DESCRIPTION_PATTERN,
        description="What the endpoint is for, to people: a line of at most 200 characters.",
    ),
]


class WebhookRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An endpoint to be."""

    url: Url
    events: Events
    description: Description = ""

    def new(self, url: JudgedUrl) -> NewWebhook:
        """The same for the service, with its URL judged."""
        return NewWebhook(url, _once(self.events), self.description)


class WebhookChangeRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be otherwise with an endpoint; what is left out stays."""

    url: Url | UnsetType = UNSET
    events: Events | UnsetType = UNSET
    description: Description | UnsetType = UNSET
    status: WebhookStatus | UnsetType = UNSET

    def change(self) -> WebhookChange:
        """The same for the service."""
        events = self.events if self.events is UNSET else _once(self.events)
        return WebhookChange(self.url, events, self.description, self.status)


def _once(events: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(events))


class SecretRotation(Struct, frozen=True, forbid_unknown_fields=True):
    """How long the secrets before sign as well, beside the new one: a day unless told otherwise."""

    overlap_seconds: Annotated[
        int, Meta(ge=0, le=7 * 24 * _HOUR, description="Seconds that the old secrets sign as well.")
    ] = 24 * _HOUR


class WebhookReplay(Struct, frozen=True, forbid_unknown_fields=True):
    """From where everything is to be sent again."""

    first: Annotated[
        int, Meta(ge=0, le=MOST_EXACT, description="The position of the log's first entry to send again.")
    ] = field(name="from")


class WebhookTest(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say about a test message: the body may be left out."""


class Redelivery(Struct, frozen=True, forbid_unknown_fields=True):
    """There is nothing to say about a redelivery: the body may be left out."""


class MessageAsked(Struct, frozen=True):
    """A message that is sent as soon as may be, once; what became of it is read by its id, `message`."""

    message: str


class WebhooksListed(Struct, frozen=True):
    """A page of endpoints in the order of their ids; `next` goes on behind it, null at the end."""

    webhooks: tuple[WebhookReading, ...]
    next: str | None


class DeliveriesListed(Struct, frozen=True):
    """A page of sendings, the latest first; `next` goes on behind it, null at the end."""

    deliveries: tuple[DeliveryReading, ...]
    next: str | None
