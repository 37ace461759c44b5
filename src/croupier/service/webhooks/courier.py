"""The courier: brings an endpoint what it is to get, round by round, and keeps what became of it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from croupier.service.ports import Clock, Entropy, Entry, LogReader, Secrets
from croupier.service.ports.webhooks import (
    Delivery,
    DisabledBecause,
    Outbox,
    Outboxes,
    Outcome,
    Sender,
    StoredWebhook,
)
from croupier.service.webhooks.batches import Batches
from croupier.service.webhooks.messages import PING, entry_body, ping_body, type_of
from croupier.service.webhooks.outbox import attempt_number, is_given_up, settled
from croupier.service.webhooks.rounds import Round, Sent
from croupier.service.webhooks.secrets import in_force, open_secrets

Disabled = Callable[[StoredWebhook], None]
"""Hears that an endpoint was disabled by the service itself."""


class Terms(Struct, frozen=True):
    """After how many `days` of accepting nothing an endpoint is disabled."""

    days: int = 3


TERMS: Final = Terms()


class World(Struct, frozen=True):
    """What a courier needs of the world besides what it sends by and keeps in."""

    log: LogReader
    secrets: Secrets
    clock: Clock
    entropy: Entropy


class Courier:
    """Sends rounds. Whoever else sends to the same endpoint at the same time makes repeats, no disorder."""

    def __init__(
        self,
        world: World,
        batches: Batches,
        outboxes: Outboxes,
        sender: Sender,
        disabled: Disabled,
        terms: Terms = TERMS,
    ) -> None:
        """Send what `batches` reads by `sender`, and keep in `outboxes` what became of it."""
        self._world, self._batches, self._outboxes = world, batches, outboxes
        self._sender, self._disabled, self._terms = sender, disabled, terms

    async def round(self, webhook: StoredWebhook) -> bool:
        """Send a round to the endpoint as it was read; whether another may have something to do at once.

        What became of it is kept only if nobody has changed the endpoint since: else it is as if the round
        had not been, and its messages are sent again. Raises `SealBroken`, `StoreUnavailable`.
        """
        clock, outbox = self._world.clock, webhook.outbox
        batch = await self._batches.next(webhook, clock.now())
        if not batch.turns and batch.cursor == outbox.cursor and not outbox.asked:
            return False
        round = Round(webhook, self._signing(webhook, clock.now()), self._sender, clock)
        await self._send_asked(webhook, round)
        asked = len(round.sent)
        ends = await round.turns(batch.turns)
        now, chance = clock.now(), self._chance()
        after = replace(settled(outbox, batch.cursor, ends, now, chance), asked=())
        changed = self._after(
            webhook, after, any(end.failed and end.failed.verdict == "gone" for end in ends)
        )
        deliveries = [_delivery(self._new_id(), webhook.id, sent) for sent in round.sent[:asked]]
        deliveries += [_of_turn(self._new_id(), webhook, after, sent) for sent in round.sent[asked:]]
        if not await self._outboxes.settle(changed, webhook.version, deliveries):
            return True
        if changed.status == "disabled" and webhook.status == "enabled":
            self._disabled(changed)
        return True

    def _signing(self, webhook: StoredWebhook, now: datetime) -> tuple[str, ...]:
        kept = open_secrets(self._world.secrets, webhook.log, webhook.id, webhook.secrets)
        return tuple(secret.text for secret in in_force(kept, now))

    async def _send_asked(self, webhook: StoredWebhook, round: Round) -> None:
        for asked in webhook.outbox.asked:
            if asked.position is None:
                await round.one(asked.message, ping_body(webhook.id, webhook.log, self._world.clock.now()))
            elif entry := await self._entry(webhook.log, asked.position):
                await round.one(asked.message, entry_body(webhook.log, entry), entry)

    async def _entry(self, log: str, position: int) -> Entry | None:
        async for entry in self._world.log.read_log(log, position - 1):
            return entry
        return None

    def _after(self, webhook: StoredWebhook, outbox: Outbox, gone: bool) -> StoredWebhook:
        """The endpoint after a round: with a new version, and disabled where it is to be."""
        now = self._world.clock.now()
        changed = replace(webhook, outbox=outbox, version=self._new_id())
        because = self._because(outbox, gone, now)
        if webhook.status == "disabled" or because is None:
            return changed
        return replace(changed, status="disabled", disabled_because=because, disabled_at=now)

    def _because(self, outbox: Outbox, gone: bool, now: datetime) -> DisabledBecause | None:
        if gone:
            return "gone"
        since = outbox.failing_since
        return "failing" if since and now - since >= timedelta(days=self._terms.days) else None

    def _new_id(self) -> str:
        return self._world.entropy.entry_id()

    def _chance(self) -> float:
        return int.from_bytes(self._world.entropy.seed()[:4]) / 2**32


def _of_turn(id: str, webhook: StoredWebhook, after: Outbox, sent: Sent) -> Delivery:
    """What became of a stream's message, with the attempt that it was and when the next one is."""
    assert sent.entry
    stream, position = sent.entry.stream, sent.entry.position
    attempt = attempt_number(webhook.outbox, stream, position)
    delivery = _delivery(id, webhook.id, sent, attempt)
    if delivery.outcome == "accepted":
        return delivery
    if is_given_up(webhook.outbox, stream, position, sent.answered):
        return replace(delivery, outcome="given-up")
    return replace(delivery, next_at=after.lags[stream].next_at)


def _delivery(id: str, webhook: str, sent: Sent, attempt: int = 1) -> Delivery:
    entry, answered = sent.entry, sent.answered
    outcome: Outcome = "accepted" if answered.verdict == "accepted" else "failed"
    return Delivery(
        id=id,
        webhook=webhook,
        message=sent.message,
        type=type_of(entry.stream) if entry else PING,
        position=entry.position if entry else None,
        stream=entry.stream if entry else None,
        attempt=attempt,
        at=sent.at,
        outcome=outcome,
        status=answered.status,
        failure=answered.failure,
        duration=answered.duration,
        next_at=None,
    )
