"""Whether a stream's caller may still follow it: keys are revoked and tokens expire while streams go on."""

import asyncio
from datetime import datetime
from typing import Final
from weakref import WeakValueDictionary

from croupier.service.access import Access
from croupier.service.errors import Unauthenticated
from croupier.service.ports import Clock

_locks: Final[WeakValueDictionary[str, asyncio.Lock]] = WeakValueDictionary()


class Welcome:
    """Looks the caller's key or token up again before something is sent, once it is not trusted any more.

    How long it is trusted is `Access`'s to say, for streams as for requests. Thousands of streams may have
    one key: it is looked up once for all that want to know in one moment.
    """

    def __init__(self, access: Access, clock: Clock, credential: str) -> None:
        """`access` found the credential valid when the stream was asked for, or some seconds before."""
        self._access = access
        self._clock = clock
        self._credential = credential
        self._lock = _locks.setdefault(credential, asyncio.Lock())
        self._until: datetime | None = None

    async def lasts(self) -> bool:
        """Whether it is still valid. Raises `StoreUnavailable`."""
        if self._until is not None and self._clock.now() < self._until:
            return True
        try:
            async with self._lock:
                self._until = await self._access.trusted_until(self._credential)
        except Unauthenticated:
            return False
        return True
