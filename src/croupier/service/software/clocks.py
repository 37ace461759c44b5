"""How far this process's clock is from the database's, and whether the system keeps it right."""

from datetime import datetime

from msgspec import Struct

from croupier.service.errors import StoreUnavailable
from croupier.service.ports import Clock
from croupier.service.ports.software import StoreClock, SystemSynchronisation


class ClockReading(Struct, frozen=True):
    """The clock as it was found at `at`.

    `offset_seconds` is how far the database's clock is ahead, negative when it is behind, to within
    `uncertainty_seconds`, half of what the question took; None when the database did not answer.
    `synchronised` is what the operating system says of its own clock, None where it does not say.
    `well` is false when the offset is beyond `tolerance_seconds`, be it as uncertain as it may.
    """

    at: datetime
    offset_seconds: float | None
    uncertainty_seconds: float | None
    tolerance_seconds: float
    synchronised: bool | None
    well: bool


class Clocks:
    """Compares the clocks."""

    def __init__(
        self, own: Clock, store: StoreClock, system: SystemSynchronisation, tolerance_seconds: float
    ) -> None:
        """Compare `own` with the store's; more than the tolerance apart, they are not well."""
        self._own = own
        self._store = store
        self._system = system
        self._tolerance = tolerance_seconds

    async def read(self) -> ClockReading:
        """Ask once. A database that does not answer leaves the offset open."""
        asked = self._own.now()
        try:
            told = await self._store.now()
        except StoreUnavailable:
            return self._reading(asked, None, None)
        answered = self._own.now()
        half = (answered - asked) / 2
        return self._reading(answered, (told - asked - half).total_seconds(), half.total_seconds())

    def _reading(self, at: datetime, offset: float | None, uncertainty: float | None) -> ClockReading:
        well = offset is None or uncertainty is None or abs(offset) - uncertainty <= self._tolerance
        return ClockReading(at, offset, uncertainty, self._tolerance, self._system.synchronised(), well)
