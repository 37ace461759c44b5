"""The deliverer: sends couriers to all endpoints that have something to get, as long as the process lives."""

import asyncio
from time import monotonic
from typing import Final

from msgspec import Struct

from croupier.service.ports import Alarm, Clock, Trouble
from croupier.service.ports.webhooks import Outboxes
from croupier.service.webhooks.courier import Courier
from croupier.service.webhooks.leases import Leases

_AT_ONCE: Final = 64
"""Endpoints that this process sends to at the same time."""

_ROUNDS: Final = 10
"""Rounds that an endpoint gets in a row before others have their turn."""


class Pace(Struct, frozen=True):
    """How eagerly is looked for work, in seconds.

    `poll` between two looks, less when the bell rings but never less than `rest`; `idle` while there is no
    endpoint at all; `patience` until an endpoint is tried again that couldn't be sent to for a fault of ours.
    """

    poll: float = 1.0
    rest: float = 0.2
    idle: float = 5.0
    patience: float = 30.0


PACE: Final = Pace()


class Deliverer:
    """Delivers webhooks. Of several processes each takes endpoints that no other is at.

    That is for economy only: see `croupier.service.webhooks.outbox` for why two of them do no harm.
    """

    def __init__(
        self,
        outboxes: Outboxes,
        courier: Courier,
        alarm: Alarm,
        clock: Clock,
        trouble: Trouble,
        pace: Pace = PACE,
    ) -> None:
        """Look for work in `outboxes` and have the courier do it; `trouble` hears what fails."""
        self._outboxes, self._courier, self._alarm = outboxes, courier, alarm
        self._clock, self._trouble, self._pace = clock, trouble, pace
        self._leases = Leases(outboxes, clock)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._not_before: dict[str, float] = {}

    async def run(self) -> None:
        """Deliver until cancelled; what is on its way then is sent again by whoever is next."""
        try:
            while True:
                await self._wait(await self._look())
        finally:
            await self._stop()

    async def _look(self) -> float:
        """Begin what is to be done; the seconds until the next look."""
        free = _AT_ONCE - len(self._busy)
        try:
            looked = await self._outboxes.look(self._clock.now(), _AT_ONCE)
        except Exception as error:  # whatever fails now is tried again
            self._trouble("there is no looking for webhooks to send", error)
            return self._pace.idle
        now = monotonic()
        self._not_before = {one: until for one, until in self._not_before.items() if until > now}
        begun = [one for one in looked.due if one not in self._busy and one not in self._not_before]
        for webhook in begun[:free]:
            self._begin(webhook)
        return self._pace.poll if looked.any else self._pace.idle

    async def _wait(self, seconds: float) -> None:
        await asyncio.sleep(self._pace.rest)
        if seconds >= self._pace.idle:
            await asyncio.sleep(seconds)
        else:
            await self._alarm.wait(seconds)

    def _begin(self, webhook: str) -> None:
        task = asyncio.create_task(self._serve(webhook))
        self._busy[webhook] = task
        task.add_done_callback(lambda _: self._busy.pop(webhook, None))

    async def _serve(self, webhook: str) -> None:
        """Send rounds to the endpoint while it is ours and there is something to send."""
        try:
            async with self._leases.of(webhook) as held:
                for _ in range(_ROUNDS):
                    endpoint = await held()
                    if endpoint is None or not await self._courier.round(endpoint):
                        return
        except Exception as error:  # whatever is wrong with one endpoint must not stop the others
            self._not_before[webhook] = monotonic() + self._pace.patience
            self._trouble(f"webhooks can't be sent to {webhook}", error)

    async def _stop(self) -> None:
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
