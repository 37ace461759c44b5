"""What software runs and by what clock, for who inspects a running service."""

import asyncio
from datetime import datetime
from typing import Final

from msgspec.structs import asdict

from croupier.service.ports import Clock
from croupier.service.ports.software import Inventory
from croupier.service.sharing import Kept
from croupier.service.software.clocks import ClockReading, Clocks
from croupier.service.software.manifest import Manifest

KEPT: Final = 10.0
"""Seconds for which a list is good: to read all files anew takes a second of a core."""


class SoftwareReading(Manifest, frozen=True, kw_only=True):
    """The software as it lies on the disk, at most ten seconds old, with the hash at the process's start.

    Where `hash` differs from `started_with`, files were changed beneath the running process.
    """

    started_at: datetime
    started_with: str
    clock: ClockReading


class Software:
    """Reads the software and the clocks."""

    def __init__(self, inventory: Inventory, clocks: Clocks, own: Clock) -> None:
        """List the software by the inventory, and tell when by the service's own clock."""
        self._inventory = inventory
        self._clocks = clocks
        self._own = own
        self._started: tuple[datetime, Manifest] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._now: Kept[Manifest] = Kept(self._listed, KEPT)

    async def started(self) -> Manifest:
        """The software as it was when this was first asked, which a service does as it starts."""
        return (await self._first())[1]

    async def read(self) -> SoftwareReading:
        """The software and the clocks now. Raises `OSError`."""
        at, first = await self._first()
        now = await self._now.get()
        clock = await self._clocks.read()
        return SoftwareReading(**asdict(now), started_at=at, started_with=first.hash, clock=clock)

    async def clock(self) -> ClockReading:
        """The clocks now."""
        return await self._clocks.read()

    async def _first(self) -> tuple[datetime, Manifest]:
        async with self._one_at_a_time:
            if self._started is None:
                manifest = await self._listed()
                self._started = self._own.now(), manifest
            return self._started

    async def _listed(self) -> Manifest:
        return await asyncio.to_thread(self._inventory.manifest)
