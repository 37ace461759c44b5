"""A lease in Valkey."""

from secrets import token_hex
from time import monotonic
from typing import Any, Final

from redis.asyncio import Redis

from croupier.adapters.redis.lua import script
from croupier.adapters.redis.views import PREFIX

_SECONDS: Final = 1.5


class RedisLease:
    """Implements `Lease`: a key that expires `seconds` after its holder has renewed it last."""

    def __init__(
        self, client: Redis, name: str = "projector", prefix: str = PREFIX, seconds: float = _SECONDS
    ) -> None:
        """The lease of that name, for this object alone."""
        self._key = f"{prefix}:lease:{name}"
        self._seconds = seconds
        self._holder = token_hex(8)
        self._sure_until = 0.0
        self._hold = script(client, "hold")
        self._release = script(client, "release")

    async def hold(self) -> bool:
        """Take or keep the lease; Valkey is asked only when half of its time has passed."""
        now = monotonic()
        if now < self._sure_until:
            return True
        held: Any = await self._hold(keys=[self._key], args=[self._holder, int(self._seconds * 1000)])
        self._sure_until = now + self._seconds / 2 if held else 0.0
        return bool(held)

    async def release(self) -> None:
        """Let it go."""
        self._sure_until = 0.0
        await self._release(keys=[self._key], args=[self._holder])
