"""Endpoints that webhooks are sent to, how far each has got, and what became of every sending."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct

WebhookStatus = Literal["enabled", "disabled"]

DisabledBecause = Literal["operator", "gone", "failing"]
"""Who or what disabled an endpoint: its operator, its answer 410, or its failing for too long."""

Verdict = Literal["accepted", "refused", "unavailable", "gone", "busy"]
"""What an endpoint made of a message: took it; refused this one; was not to be had; wants none any more.

`busy`: nothing, because the service had no hand free to ask where its name leads.
"""

Outcome = Literal["accepted", "failed", "given-up"]

Failure = Literal[
    "status", "timeout", "connection", "tls", "unresolvable", "address-refused", "protocol", "busy"
]
"""Why a sending failed: by the answer's status, or before there was any."""


class Lag(Struct, frozen=True):
    """A stream whose entries wait behind the endpoint's cursor, beginning with the one at `head`.

    `attempts` counts the failed sendings of that one; the last was at `tried_at`, the next is at `next_at`.
    Sendings to an endpoint that was not to be had before either are not counted.
    """

    head: int
    attempts: int
    tried_at: datetime
    next_at: datetime


class Asked(Struct, frozen=True):
    """A message that its operator asked for: the entry at `position` again, or a ping where it is None."""

    message: str
    position: int | None


class Outbox(Struct, frozen=True):
    """How far an endpoint has got.

    All that it is to get at positions up to `cursor` is accepted or given up, but for what `lags` names by
    streams. After `unavailable` rounds in a row in which it was not to be had, nothing is sent before
    `rest_until`. It has accepted nothing since `failing_since`. What is `asked` for is sent once, beside all
    this. A replay is under way until the cursor is at `replayed_to` again, where that is set.
    """

    cursor: int
    lags: Mapping[str, Lag] = {}
    unavailable: int = 0
    rest_until: datetime | None = None
    failing_since: datetime | None = None
    asked: tuple[Asked, ...] = ()
    replayed_to: int | None = None


class StoredWebhook(Struct, frozen=True):
    """An endpoint as it is kept.

    `events` are what it wants, `secrets` what its messages are signed with, sealed. `version` changes
    with everything: who writes names the one that he has read, and loses to whoever wrote since.
    """

    id: str
    log: str
    url: str
    events: tuple[str, ...]
    description: str
    created_at: datetime
    secrets: bytes
    outbox: Outbox
    version: str
    status: WebhookStatus = "enabled"
    disabled_because: DisabledBecause | None = None
    disabled_at: datetime | None = None


class Delivery(Struct, frozen=True):
    """One sending of a message. `id` is a UUIDv7; `position` and `stream` are None for a ping.

    `next_at` is when the message is tried again, None where it is not. `duration` is in milliseconds.
    """

    id: str
    webhook: str
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
    next_at: datetime | None = None


class Looked(Struct, frozen=True):
    """Whether any endpoint is there at all, and the ids of some that have something to be done."""

    any: bool
    due: tuple[str, ...]


class WebhookStore(Protocol):
    """Keeps endpoints. All raise `StoreUnavailable`."""

    async def add(self, webhook: StoredWebhook, most: int) -> bool:
        """Keep a new endpoint; False when its log has as many as `most`."""

    async def find(self, log: str, webhook: str) -> StoredWebhook | None:
        """The log's endpoint of that id."""

    async def page(self, log: str, after: str, most: int) -> list[StoredWebhook]:
        """Endpoints of the log in the order of their ids, behind `after`, `most` of them at most."""

    async def change(self, webhook: StoredWebhook, version: str) -> bool:
        """Keep it so in the place of that version of it; False when it is another by now, or gone."""

    async def remove(self, log: str, webhook: str) -> None:
        """Remove the endpoint."""


class Outboxes(Protocol):
    """Hands endpoints out to who delivers, one process at a time each. All raise `StoreUnavailable`."""

    async def look(self, now: datetime, most: int) -> Looked:
        """What there is to be done that nobody is at, what has waited longest first."""

    async def hold(self, webhook: str, holder: str, now: datetime, until: datetime) -> StoredWebhook | None:
        """The endpoint, held until then; None when it is gone or held by another."""

    async def release(self, webhook: str, holder: str) -> None:
        """Let it go, if this holder has it."""

    async def settle(self, webhook: StoredWebhook, version: str, deliveries: Sequence[Delivery]) -> bool:
        """Keep what became of sendings, and like `change` the endpoint; what it answers too."""


class Deliveries(Protocol):
    """Reads what became of sendings, which `Outboxes.settle` keeps. All raise `StoreUnavailable`."""

    async def of_webhook(
        self,
        webhook: str,
        before: str | None,
        most: int,
        outcome: Outcome | None = None,
        message: str | None = None,
    ) -> list[Delivery]:
        """Those to an endpoint, the latest first, before the one of that id, `most` of them at most.

        Only those with that outcome, or of that message, where one is named.
        """

    async def find(self, webhook: str, delivery: str) -> Delivery | None:
        """The one of that id to that endpoint."""


class Letter(Struct, frozen=True):
    """A message on its way: to which URL, its id, its body, signed with each of the secrets (`whsec_..`).

    `log` is whose it is: operators have shares of what sending takes.
    """

    url: str
    message: str
    body: bytes
    secrets: tuple[str, ...]
    log: str


class Answered(Struct, frozen=True):
    """What came of a sending. `retry_after` is in seconds, `duration` in milliseconds."""

    verdict: Verdict
    status: int | None
    failure: Failure | None
    duration: int = 0
    retry_after: float | None = None


class Sender(Protocol):
    """Sends messages. Never raises but when it is cancelled, and answers within half a minute."""

    async def send(self, letter: Letter) -> Answered:
        """Send it once."""


class Addresses(Protocol):
    """Knows where messages may be sent to."""

    async def require_fit(self, url: str, log: str) -> None:
        """Raises `WebhookUrlRefused` for a URL that nothing may be sent to.

        Raises `WebhookUrlsBusy` where that can't be found out now, for that log or at all.
        """
