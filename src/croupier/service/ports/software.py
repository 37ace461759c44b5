"""What is asked of the machine about itself: the software that is installed on it, and its clocks."""

from datetime import datetime
from typing import Protocol

from croupier.service.software.manifest import Manifest


class Inventory(Protocol):
    """Lists the software that is installed."""

    def manifest(self) -> Manifest:
        """The software as it lies on the disk now; reads its files. Raises `OSError`."""


class StoreClock(Protocol):
    """The database's clock."""

    async def now(self) -> datetime:
        """The present moment by it, aware. Raises `StoreUnavailable`."""


class SystemSynchronisation(Protocol):
    """Whether the operating system's clock is kept in step by a time service."""

    def synchronised(self) -> bool | None:
        """None where the system does not say."""
