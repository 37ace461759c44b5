"""Leases of endpoints, so that one process at a time sends to each."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from secrets import token_hex
from typing import Final

from croupier.service.errors import StoreUnavailable
from croupier.service.ports import Clock
from croupier.service.ports.webhooks import Outboxes, StoredWebhook

_HELD_FOR: Final = timedelta(seconds=6)
"""After that an endpoint falls to another process, where its holder was killed."""

_RENEWED_EVERY: Final = 2.0

Held = Callable[[], Awaitable[StoredWebhook | None]]
"""The endpoint as it stands, held for another while; None when it is not to be had (any more)."""


class Leases:
    """The endpoints that this process holds."""

    def __init__(self, outboxes: Outboxes, clock: Clock) -> None:
        """Hold them in `outboxes`."""
        self._outboxes = outboxes
        self._clock = clock
        self._name = token_hex(8)

    @asynccontextmanager
    async def of(self, webhook: str) -> AsyncIterator[Held]:
        """The lease of an endpoint: from when it is asked for first, until the end of the block."""
        renewing: asyncio.Task[None] | None = None

        async def held() -> StoredWebhook | None:
            nonlocal renewing
            found = await self._hold(webhook)
            if found is not None and renewing is None:
                renewing = asyncio.create_task(self._renew(webhook))
            return found

        try:
            yield held
        finally:
            if renewing is not None:
                renewing.cancel()
                await asyncio.wait((renewing,))
                await self._let_go(webhook)

    async def _hold(self, webhook: str) -> StoredWebhook | None:
        now = self._clock.now()
        return await self._outboxes.hold(webhook, self._name, now, now + _HELD_FOR)

    async def _renew(self, webhook: str) -> None:
        """Go on holding it while a round takes long. What fails now is tried again."""
        while True:
            await asyncio.sleep(_RENEWED_EVERY)
            with suppress(StoreUnavailable):
                await self._hold(webhook)

    async def _let_go(self, webhook: str) -> None:
        with suppress(StoreUnavailable):  # it falls to another soon
            await self._outboxes.release(webhook, self._name)
