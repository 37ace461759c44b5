"""When keys were last used, written behind the back of the requests that show them."""

import asyncio
from datetime import datetime
from typing import Final

import structlog

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.apikeys import Environment
from croupier.service.errors import StoreUnavailable

_PAUSE: Final = 60.0
"""Seconds between two writings."""

_LAST_PATIENCE: Final = 3.0

# Processes write in any order, and a key from before environments were kept learns its own.
_WRITE: Final = """
UPDATE operator_keys AS k
SET last_used_at = greatest(k.last_used_at, used.at),
    environment = coalesce(k.environment, used.environment)
FROM unnest(%(ids)s::text[], %(ats)s::timestamptz[], %(environments)s::text[])
    AS used (key_id, at, environment)
WHERE k.key_id = used.key_id RETURNING 1
"""

log: Final = structlog.get_logger(__name__)


class PostgresKeyUses:
    """Implements `KeyUses`: of each key the latest use waits, and all that wait are written once a minute.

    While the database is away they wait on; there are never more of them than keys.
    """

    def __init__(self, fetcher: Fetcher, pause: float = _PAUSE) -> None:
        """Write by the fetcher, with so many seconds between."""
        self._fetcher = fetcher
        self._pause = pause
        self._waiting: dict[str, tuple[datetime, Environment]] = {}

    def note(self, key_id: str, environment: Environment, at: datetime) -> None:
        """The key was used at that moment."""
        self._waiting[key_id] = at, environment

    async def run(self) -> None:
        """Write until cancelled; `close` writes the rest."""
        while True:
            await asyncio.sleep(self._pause)
            try:
                await self.flush()
            except StoreUnavailable as error:
                log.warning("uses of keys can't be written now", keys=len(self._waiting), error=str(error))

    async def flush(self) -> None:
        """Write what waits now. Raises `StoreUnavailable`; what is not written then goes on waiting."""
        written = dict(self._waiting)
        if not written:
            return
        await self._fetcher.all(
            int,
            _WRITE,
            ids=[*written],
            ats=[at for at, _ in written.values()],
            environments=[environment for _, environment in written.values()],
        )
        for key_id, use in written.items():
            if self._waiting.get(key_id) == use:
                del self._waiting[key_id]

    async def close(self) -> None:
        """Write the rest, if the database answers soon."""
        try:
            async with asyncio.timeout(_LAST_PATIENCE):
                await self.flush()
        except (StoreUnavailable, TimeoutError):
            log.warning("uses of keys were not written", keys=len(self._waiting))
