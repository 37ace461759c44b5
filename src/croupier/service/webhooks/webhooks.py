"""The use cases of an operator's endpoints: making and changing them, and what he asks of them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from croupier.service.errors import (
    Contended,
    NotFound,
    ReplayAhead,
    ReplayUnderWay,
    TooManyWebhooks,
    WebhookUrlRefused,
    WebhookUrlsBusy,
)
from croupier.service.ports import Clock, Entropy, LogReader, Secrets
from croupier.service.ports.webhooks import (
    Addresses,
    Asked,
    Deliveries,
    Outbox,
    Outcome,
    StoredWebhook,
    WebhookStatus,
    WebhookStore,
)
from croupier.service.webhooks.ids import is_delivery, is_webhook, new_webhook, ping_id
from croupier.service.webhooks.outbox import awakened, rewound
from croupier.service.webhooks.readings import (
    DeliveryPage,
    WebhookPage,
    WebhookReading,
    WebhookSecret,
    delivery_reading,
    webhook_reading,
)
from croupier.service.webhooks.secrets import SigningSecret, new_secret, open_secrets, rotated, seal_secrets

MOST_OF_A_LOG: Final = 20
"""Endpoints that a log may have."""

MOST_ASKED: Final = 20
"""Messages that may be asked for before they are sent: of more, the oldest are not."""

_TRIES: Final = 20

Edit = Callable[[StoredWebhook], StoredWebhook]


class JudgedUrl(Struct, frozen=True):
    """A URL, and why nothing may be sent to it, or why that is not known, if so."""

    url: str
    refusal: WebhookUrlRefused | WebhookUrlsBusy | None = None


class NewWebhook(Struct, frozen=True):
    """An endpoint to be: its URL, the events that it wants, and what it is for."""

    url: JudgedUrl
    events: tuple[str, ...]
    description: str = ""


class WebhookChange(Struct, frozen=True):
    """What is to be otherwise with an endpoint; what is unset stays."""

    url: str | UnsetType = UNSET
    events: tuple[str, ...] | UnsetType = UNSET
    description: str | UnsetType = UNSET
    status: WebhookStatus | UnsetType = UNSET


class Webhooks:
    """Every log's endpoints. Another log's do not exist: `NotFound`.

    All raise `StoreUnavailable`; those that change something raise `Contended` where others keep changing it.
    """

    def __init__(
        self,
        store: WebhookStore,
        deliveries: Deliveries,
        log: LogReader,
        addresses: Addresses,
        secrets: Secrets,
        clock: Clock,
        entropy: Entropy,
    ) -> None:
        """Keep endpoints in `store`, their secrets sealed by `secrets`; `addresses` judges their URLs."""
        self._store, self._deliveries, self._log = store, deliveries, log
        self._addresses, self._secrets, self._clock, self._entropy = addresses, secrets, clock, entropy

    async def judged(self, log: str, url: str) -> JudgedUrl:
        """The URL with a judgement on it. It may take seconds, for which nothing else should be held."""
        try:
            await self._addresses.require_fit(url, log)
        except (WebhookUrlRefused, WebhookUrlsBusy) as refusal:
            return JudgedUrl(url, refusal)
        return JudgedUrl(url)

    async def register(self, log: str, new: NewWebhook) -> WebhookSecret:
        """A new endpoint, which gets what happens in the log from now on; its secret is told this once.

        Raises `WebhookUrlRefused`, `WebhookUrlsBusy`, `TooManyWebhooks`.
        """
        if new.url.refusal:
            raise new.url.refusal
        id, secret, now = new_webhook(self._entropy), new_secret(self._entropy), self._clock.now()
        webhook = StoredWebhook(
            id=id,
            log=log,
            url=new.url.url,
            events=new.events,
            description=new.description,
            created_at=now,
            secrets=seal_secrets(self._secrets, log, id, (secret,)),
            outbox=Outbox(await self._log.head(log)),
            version=self._entropy.entry_id(),
        )
        if not await self._store.add(webhook, MOST_OF_A_LOG):
            raise TooManyWebhooks(f"a log has {MOST_OF_A_LOG} webhooks at the most")
        return WebhookSecret(self._reading(webhook), secret.text)

    async def page(self, log: str, after: str, most: int) -> WebhookPage:
        """The log's endpoints in the order of their ids, behind `after`."""
        found = await self._store.page(log, after, most + 1)
        page = tuple(map(self._reading, found[:most]))
        return WebhookPage(page, page[-1].webhook if len(found) > most else None)

    async def read(self, log: str, webhook: str) -> WebhookReading:
        """The endpoint as it stands. Raises `NotFound`."""
        return self._reading(await self._find(log, webhook))

    async def change(self, log: str, webhook: str, change: WebhookChange) -> WebhookReading:
        """Change an endpoint. Raises `NotFound`, `WebhookUrlRefused`, `WebhookUrlsBusy`.

        One that is enabled again goes on where it stood, at once.
        """
        await self._find(log, webhook)
        if change.url is not UNSET:
            await self._addresses.require_fit(change.url, log)
        return self._reading(await self._edit(log, webhook, lambda found: self._changed(found, change)))

    async def remove(self, log: str, webhook: str) -> WebhookReading:
        """Remove an endpoint; as it stood last. Raises `NotFound`."""
        found = await self._find(log, webhook)
        await self._store.remove(log, webhook)
        return self._reading(found)

    async def rotate(self, log: str, webhook: str, overlap: timedelta) -> WebhookSecret:
        """Give the endpoint a fresh secret; those before sign as well for that long. Raises `NotFound`."""
        secret = new_secret(self._entropy)
        found = await self._edit(log, webhook, lambda found: self._rotated(found, secret, overlap))
        return WebhookSecret(self._reading(found), secret.text)

    async def replay(self, log: str, webhook: str, first: int) -> WebhookReading:
        """Send all from that position on again. Raises `NotFound`, `ReplayAhead`, `ReplayUnderWay`."""

        def edit(found: StoredWebhook) -> StoredWebhook:
            if (end := found.outbox.replayed_to) is not None:
                raise ReplayUnderWay(f"it has come to position {found.outbox.cursor} of {end}")
            if first > found.outbox.cursor + 1:
                raise ReplayAhead(f"it has come to position {found.outbox.cursor} only")
            return replace(found, outbox=rewound(found.outbox, first))

        return self._reading(await self._edit(log, webhook, edit))

    async def ping(self, log: str, webhook: str) -> Asked:
        """Ask for a test message. Raises `NotFound`."""
        return await self._ask(log, webhook, Asked(ping_id(webhook, self._entropy.entry_id()), None))

    async def redeliver(self, log: str, webhook: str, delivery: str) -> Asked:
        """Ask for a message once more, whatever became of it, beside the order. Raises `NotFound`."""
        await self._find(log, webhook)
        found = await self._deliveries.find(webhook, delivery) if is_delivery(delivery) else None
        if found is None:
            raise NotFound("there is no such delivery")
        return await self._ask(log, webhook, Asked(found.message, found.position))

    async def deliveries(
        self,
        log: str,
        webhook: str,
        before: str | None,
        most: int,
        outcome: Outcome | None = None,
        message: str | None = None,
    ) -> DeliveryPage:
        """What became of sendings to the endpoint, the latest first. Raises `NotFound`."""
        await self._find(log, webhook)
        found = await self._deliveries.of_webhook(webhook, before, most + 1, outcome, message)
        page = tuple(map(delivery_reading, found[:most]))
        return DeliveryPage(page, page[-1].delivery if len(found) > most else None)

    async def _ask(self, log: str, webhook: str, asked: Asked) -> Asked:
        def edit(found: StoredWebhook) -> StoredWebhook:
            waiting = (*found.outbox.asked, asked)[-MOST_ASKED:]
            return replace(found, outbox=replace(found.outbox, asked=waiting))

        await self._edit(log, webhook, edit)
        return asked

    def _changed(self, found: StoredWebhook, change: WebhookChange) -> StoredWebhook:
        told = {name: getattr(change, name) for name in ("url", "events", "description")}
        found = replace(found, **{name: value for name, value in told.items() if value is not UNSET})
        if change.status is UNSET or change.status == found.status:
            return found
        now = self._clock.now()
        if change.status == "disabled":
            return replace(found, status="disabled", disabled_because="operator", disabled_at=now)
        woken = awakened(found.outbox, now)
        return replace(found, status="enabled", disabled_because=None, disabled_at=None, outbox=woken)

    def _rotated(self, found: StoredWebhook, fresh: SigningSecret, overlap: timedelta) -> StoredWebhook:
        now = self._clock.now()
        kept = open_secrets(self._secrets, found.log, found.id, found.secrets)
        secrets = rotated(kept, fresh, now + overlap, now)
        return replace(found, secrets=seal_secrets(self._secrets, found.log, found.id, secrets))

    async def _edit(self, log: str, webhook: str, edit: Edit) -> StoredWebhook:
        """Change what is kept to what `edit` makes of it, anew whenever somebody else was faster."""
        for _ in range(_TRIES):
            found = await self._find(log, webhook)
            changed = replace(edit(found), version=self._entropy.entry_id())
            if await self._store.change(changed, found.version):
                return changed
        raise Contended("the webhook is being changed by others")

    async def _find(self, log: str, webhook: str) -> StoredWebhook:
        found = await self._store.find(log, webhook) if is_webhook(webhook) else None
        if found is None:
            raise NotFound("there is no such webhook")
        return found

    def _reading(self, webhook: StoredWebhook) -> WebhookReading:
        return webhook_reading(webhook, self._secrets, self._clock.now())
