"""One round of sending: streams side by side, each of them in order and only as far as it is accepted."""

import asyncio
from collections.abc import Callable, Iterable
from datetime import datetime
from time import monotonic
from typing import Final

from msgspec import Struct

from croupier.service.ports import Clock, Entry
from croupier.service.ports.webhooks import Answered, Letter, Sender, StoredWebhook
from croupier.service.webhooks.batches import Turn
from croupier.service.webhooks.ids import message_id
from croupier.service.webhooks.messages import entry_body
from croupier.service.webhooks.outbox import TurnEnd

_AT_ONCE: Final = 4
"""Streams that are sent to an endpoint at the same time."""

_SECONDS: Final = 20.0
"""After so long a round sends nothing more: what it has done is to be kept in time."""


class Sent(Struct, frozen=True):
    """A message that was sent, and what came of it. Without an entry it was a ping."""

    message: str
    entry: Entry | None
    at: datetime
    answered: Answered


class Round:
    """The sending of one round."""

    def __init__(
        self,
        webhook: StoredWebhook,
        secrets: tuple[str, ...],
        sender: Sender,
        clock: Clock,
        passed: Callable[[], float] = monotonic,
    ) -> None:
        """Send to the endpoint, signed with each of the secrets; `passed` tells seconds."""
        self._webhook, self._secrets = webhook, secrets
        self._sender, self._clock, self._passed = sender, clock, passed
        self._until = passed() + _SECONDS
        self._stopped = False
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self.sent: list[Sent] = []

    async def turns(self, turns: Iterable[Turn]) -> list[TurnEnd]:
        """Let the streams have their turns."""
        return list(await asyncio.gather(*map(self._turn, turns)))

    async def one(self, message: str, body: bytes, entry: Entry | None = None) -> Answered:
        """Send a message."""
        at = self._clock.now()
        letter = Letter(self._webhook.url, message, body, self._secrets, self._webhook.log)
        answered = await self._sender.send(letter)
        self.sent.append(Sent(message, entry, at, answered))
        return answered

    async def _turn(self, turn: Turn) -> TurnEnd:
        async with self._slots:
            for accepted, entry in enumerate(turn.entries):
                if self._stopped or self._passed() > self._until:
                    return TurnEnd(turn.stream, accepted, entry.position)
                answered = await self._entry(entry)
                if answered.verdict != "accepted":
                    # What is not to be had, gone, or not to be found now, gets nothing more in this round.
                    self._stopped = self._stopped or answered.verdict != "refused"
                    return TurnEnd(turn.stream, accepted, entry.position, answered)
        return TurnEnd(turn.stream, len(turn.entries), turn.rest)

    async def _entry(self, entry: Entry) -> Answered:
        message = message_id(self._webhook.id, entry.position)
        return await self.one(message, entry_body(self._webhook.log, entry), entry)
