"""Webhooks in memory: a log, endpoints that answer as a test says, and a clock in the test's hand."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from msgspec.json import decode, encode
from tests.support.fakes import CountedEntropy, MemoryHistory, MemoryStore, OpenSecrets
from tests.support.processes import HandClock

from croupier.service.ports import Append, NewEntry
from croupier.service.ports.webhooks import (
    Answered,
    Delivery,
    Letter,
    Looked,
    Outbox,
    Outcome,
    StoredWebhook,
)
from croupier.service.webhooks.batches import Batches
from croupier.service.webhooks.courier import TERMS, Courier, Terms, World
from croupier.service.webhooks.ids import message_id
from croupier.service.webhooks.outbox import first_due, is_resting, room
from croupier.service.webhooks.secrets import SigningSecret, seal_secrets

LOG = "house"
WEBHOOK = "webhook-aaaaaaaaaaaaaaaa"
SECRET = "whsec_MDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDA="

OK = Answered("accepted", 204, None)
REFUSED = Answered("refused", 500, "status")
AWAY = Answered("unavailable", None, "connection")
GONE = Answered("gone", 410, "status")
BUSY = Answered("busy", None, "busy")

Receiver = Callable[[str, int], Answered]
"""What an endpoint answers to the entry of a stream at a position."""


class MemoryWebhooks:
    """Endpoints and deliveries in memory, for use cases and couriers."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.kept: dict[str, StoredWebhook] = {}
        self.held: dict[str, tuple[str, datetime]] = {}
        self.deliveries: list[Delivery] = []
        self.settled: list[Delivery] = []
        self.settling = True

    async def add(self, webhook: StoredWebhook, most: int) -> bool:
        if sum(one.log == webhook.log for one in self.kept.values()) >= most:
            return False
        self.kept[webhook.id] = webhook
        return True

    async def find(self, log: str, webhook: str) -> StoredWebhook | None:
        found = self.kept.get(webhook)
        return found if found and found.log == log else None

    async def page(self, log: str, after: str, most: int) -> list[StoredWebhook]:
        found = [self.kept[id] for id in sorted(self.kept) if id > after and self.kept[id].log == log]
        return found[:most]

    async def change(self, webhook: StoredWebhook, version: str) -> bool:
        if webhook.id not in self.kept or self.kept[webhook.id].version != version:
            return False
        self.kept[webhook.id] = webhook
        return True

    async def remove(self, log: str, webhook: str) -> None:
        self.kept.pop(webhook, None)

    async def look(self, now: datetime, most: int) -> Looked:
        due = [id for id, one in self.kept.items() if await self._is_due(one, now)]
        return Looked(bool(self.kept), tuple(due[:most]))

    async def _is_due(self, webhook: StoredWebhook, now: datetime) -> bool:
        outbox = webhook.outbox
        holder = self.held.get(webhook.id)
        if holder and holder[1] > now:
            return False
        if outbox.asked:
            return True
        if webhook.status == "disabled" or is_resting(outbox, now):
            return False
        first = first_due(outbox)
        behind = await self.store.head(webhook.log) > outbox.cursor and room(outbox) > 0
        return behind or (first is not None and first <= now)

    async def hold(self, webhook: str, holder: str, now: datetime, until: datetime) -> StoredWebhook | None:
        held = self.held.get(webhook)
        if held and held[0] != holder and held[1] > now:
            return None
        self.held[webhook] = (holder, until)
        return self.kept.get(webhook)

    async def release(self, webhook: str, holder: str) -> None:
        if self.held.get(webhook, ("",))[0] == holder:
            del self.held[webhook]

    async def settle(self, webhook: StoredWebhook, version: str, deliveries: Sequence[Delivery]) -> bool:
        if not self.settling:
            raise ConnectionError("the process was killed before it could say so")
        self.deliveries += deliveries
        if not await self.change(webhook, version):
            return False
        self.settled += deliveries
        return True

    async def of_webhook(
        self,
        webhook: str,
        before: str | None,
        most: int,
        outcome: Outcome | None = None,
        message: str | None = None,
    ) -> list[Delivery]:
        found = [one for one in reversed(self.deliveries) if one.webhook == webhook]
        return [one for one in found if before is None or one.id < before][:most]


class Post:
    """A log, an endpoint for all of it, and couriers; `received` is what the endpoint accepted."""

    def __init__(self, events: tuple[str, ...] = ("*",), terms: Terms = TERMS) -> None:
        self.store, self.clock, self.entropy = MemoryStore(), HandClock(), CountedEntropy()
        self.webhooks = MemoryWebhooks(self.store)
        self.secrets = OpenSecrets()
        self.receiver: Receiver = lambda stream, position: OK
        self.received: list[tuple[str, int]] = []
        self.tried: list[tuple[str, int]] = []
        self.letters: list[Letter] = []
        self.told: list[StoredWebhook] = []
        self._revisions: dict[str, int] = defaultdict(int)
        world = World(self.store, self.secrets, self.clock, self.entropy)
        batches = Batches(self.store, MemoryHistory(self.store))
        self.courier = Courier(world, batches, self.webhooks, self, self.told.append, terms)
        self.webhooks.kept[WEBHOOK] = StoredWebhook(
            id=WEBHOOK,
            log=LOG,
            url="https://example.com/hook",
            events=events,
            description="",
            created_at=self.clock.now(),
            secrets=seal_secrets(self.secrets, LOG, WEBHOOK, (SigningSecret(SECRET),)),
            outbox=Outbox(-1),
            version="first",
        )

    @property
    def webhook(self) -> StoredWebhook:
        """The endpoint as it is kept."""
        return self.webhooks.kept[WEBHOOK]

    @property
    def outbox(self) -> Outbox:
        """How far it has got."""
        return self.webhook.outbox

    async def happen(self, *streams: str, event: str = "round-ended") -> None:
        """An entry in each of the streams, one after the other."""
        for stream in streams:
            self._revisions[stream] += 1
            revision = self._revisions[stream]
            record = encode(record_of(stream, revision, event))
            await self.store.append(Append(LOG, (NewEntry(stream, revision, record),)))

    async def send(self, letter: Letter) -> Answered:
        """Deliver a letter to the receiver."""
        self.letters.append(letter)
        await asyncio.sleep(0)  # others may send in between
        data = decode(letter.body)["data"]
        if "position" not in data:
            return self.receiver("", -1)
        stream, position = data["stream"], data["position"]
        assert letter.message == message_id(WEBHOOK, position)
        self.tried.append((stream, position))
        answered = self.receiver(stream, position)
        if answered.verdict == "accepted":
            self.received.append((stream, position))
        return answered

    async def deliver(self) -> None:
        """All rounds that there is something to do for now."""
        while (await self.webhooks.look(self.clock.now(), 1)).due:
            await self.courier.round(self.webhook)

    async def deliver_for(self, **time: float) -> None:
        """Go on delivering until so much time has passed."""
        end = self.clock.moment + timedelta(**time)
        await self.deliver()
        while (then := self._next()) is not None and then <= end:
            self.clock.moment = max(then, self.clock.moment)
            await self.deliver()
        self.clock.moment = end

    def _next(self) -> datetime | None:
        """When there is something to do again; None when nothing is."""
        if self.webhook.status == "disabled":
            return None
        outbox = self.outbox
        behind = self.store.entries[LOG] and self.store.entries[LOG][-1].position > outbox.cursor
        due = self.clock.moment if behind and room(outbox) else first_due(outbox)
        return max(due, outbox.rest_until) if due and outbox.rest_until else due

    def attempts(self, stream: str, position: int) -> int:
        """How often the entry was sent."""
        return self.tried.count((stream, position))


def record_of(stream: str, revision: int, event: str) -> dict[str, Any]:
    """A record as far as messages are made of it."""
    return {
        "stream": stream,
        "revision": revision,
        "at": "2026-01-01T00:00:00.000000Z",
        "actor": {"role": "operator", "id": "op"},
        "command": {"type": "deal"},
        "events": [{"type": event}],
    }


def failing(stream: str, answered: Answered = REFUSED) -> Receiver:
    """A receiver that takes everything but what happens in that stream."""
    return lambda of, position: answered if of == stream else OK


def in_order(received: list[tuple[str, int]]) -> bool:
    """Whether each stream's entries came the first time in the order of the log."""
    first: dict[str, list[int]] = defaultdict(list)
    for stream, position in received:
        if position not in first[stream]:
            first[stream].append(position)
    return all(positions == sorted(positions) for positions in first.values())
