"""Guessing keys: an address that keeps showing invalid keys and tokens is not listened to for a while."""

from math import ceil
from time import monotonic
from typing import Final

from croupier.service.errors import RateLimited
from croupier.service.limiting import Limiting, too_many
from croupier.service.quotas import Quota, Standing
from croupier.service.remembering import Remembered

_MOST: Final = 10_000
"""Addresses that are remembered; beyond that those shut out longest ago are forgotten."""


class Guard:
    """Counts failures of addresses, in all processes, and remembers here which have used theirs up.

    While an address is shut out none of its keys is looked up, unless it was found valid here before; tokens
    are read as ever. So a guest behind the same address shuts out neither players nor those who are known.
    """

    def __init__(self, limiting: Limiting, most: int = _MOST) -> None:
        """Count failures by the quota of addresses; so many addresses that are shut out are remembered."""
        self._limiting = limiting
        self._shut_out = Remembered[str, tuple[float, Quota]](most)

    @property
    def watches(self) -> bool:
        """Whether any address is shut out."""
        return bool(self._shut_out)

    def require(self, address: str) -> None:
        """Raises `RateLimited` while the address is shut out."""
        found = self._shut_out.get(address)
        if found is None:
            return
        until, quota = found
        seconds = ceil(until - monotonic())
        if seconds > 0:
            raise too_many((Standing(quota, 0, seconds),))
        del self._shut_out[address]

    async def failed(self, address: str) -> tuple[Standing, ...]:
        """Count a failure; what the address has left. Raises `RateLimited`, `LimitsUnavailable`."""
        try:
            return await self._limiting.admit_address(address)
        except RateLimited as refusal:
            self._shut_out.keep(address, (monotonic() + refusal.seconds, refusal.standings[0].quota))
            raise
