"""Attempts in PostgreSQL, written behind the back of the requests that were refused."""

import asyncio
from collections import deque
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

import structlog
from msgspec import Raw

from croupier.adapters.postgres.fetching import Fetcher
from croupier.domain.decider import Actor
from croupier.service.errors import StoreUnavailable
from croupier.service.ports import Attempt

_PAUSE: Final = 0.25
"""Seconds between two writings."""

_MOST_WAITING: Final = 10_000
_AT_ONCE: Final = 500
_LAST_PATIENCE: Final = 3.0

# Sent again after a lost answer, an attempt is kept once.
_WRITE: Final = """
INSERT INTO attempts (id, log, stream, at, role, actor, command, fields, code, rule, revision, request_id,
    acted_by)
SELECT * FROM unnest(
    %(ids)s::uuid[], %(logs)s::text[], %(streams)s::text[], %(ats)s::timestamptz[], %(roles)s::text[],
    %(actors)s::text[], %(commands)s::text[], %(fields)s::text[], %(codes)s::text[], %(rules)s::integer[],
    %(revisions)s::integer[], %(request_ids)s::text[], %(acted_bys)s::text[]
) ON CONFLICT (id) DO NOTHING RETURNING 1
"""

# An attempt read up to may be gone by now: then all that were older are gone too.
_OF_STREAM: Final = """
SELECT id::text, log, stream, at, role, actor, acted_by, command, fields, code, rule, revision, request_id
FROM attempts
WHERE log = %(log)s AND stream = %(stream)s
  AND at >= coalesce(%(since)s::timestamptz, '-infinity')
  AND at < coalesce(%(until)s::timestamptz, 'infinity')
  AND (at, id) > (
    coalesce((SELECT at FROM attempts WHERE id = %(after)s::uuid), '-infinity'),
    coalesce(%(after)s::uuid, '00000000-0000-0000-0000-000000000000')
  )
ORDER BY at, id LIMIT %(most)s
"""

log = structlog.get_logger(__name__)


class PostgresAttempts:
    """Implements `Attempts`: those that wait are written together, a few times a second.

    While the database is away they wait, up to a bound; beyond it the oldest are dropped, which is logged.
    """

    def __init__(self, fetcher: Fetcher, most: int = _MOST_WAITING) -> None:
        """Write and read by the fetcher; at most so many wait."""
        self._fetcher = fetcher
        self._waiting: deque[Attempt] = deque()
        self._most = most
        self._dropped = 0
        self._there = asyncio.Event()
        self._writing = asyncio.Lock()

    def record(self, attempt: Attempt) -> None:
        """Keep it, without waiting."""
        self._waiting.append(attempt)
        self._bound()
        self._there.set()

    def _bound(self) -> None:
        while len(self._waiting) > self._most:
            self._waiting.popleft()
            self._dropped += 1

    async def run(self) -> None:
        """Write what waits until cancelled; `close` writes the rest."""
        while True:
            await self._there.wait()
            self._there.clear()
            await asyncio.sleep(_PAUSE)
            try:
                await self.flush()
            except StoreUnavailable as error:
                log.warning("attempts can't be written now", waiting=len(self._waiting), error=str(error))
                self._there.set()

    async def flush(self) -> None:
        """Write all that waits now. Raises `StoreUnavailable`; what is not written then goes on waiting."""
        async with self._writing:
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]
                try:
                    await self._fetcher.all(int, _WRITE, **_columns(batch))
                except BaseException:
                    self._waiting.extendleft(reversed(batch))
                    self._bound()
                    raise
            if self._dropped:
                log.error("attempts were dropped", attempts=self._dropped)
                self._dropped = 0

    async def close(self) -> None:
        """Write the rest, if the database answers soon."""
        try:
            async with asyncio.timeout(_LAST_PATIENCE):
                await self.flush()
        except (StoreUnavailable, TimeoutError):
            log.error("attempts were dropped", attempts=len(self._waiting) + self._dropped)

    async def of_stream(
        self,
        log: str,
        stream: str,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 100,
        after: str | None = None,
    ) -> list[Attempt]:
        """A stream's attempts, oldest first, those that wait here included. Raises `StoreUnavailable`."""
        await self.flush()
        return await self._fetcher.all(
            _attempt, _OF_STREAM, log=log, stream=stream, since=since, until=until, most=limit, after=after
        )


def _attempt(
    id: str,
    log: str,
    stream: str,
    at: datetime,
    role: Any,
    actor: str,
    by: str | None,
    command: str,
    fields: str,
    *rest: Any,
) -> Attempt:
    return Attempt(id, log, stream, at, Actor(role, actor, by), command, Raw(fields.encode()), *rest)


def _columns(batch: Iterable[Attempt]) -> dict[str, list[object]]:
    rows = [
        (
            attempt.id,
            attempt.log,
            attempt.stream,
            attempt.at,
            attempt.actor.role,
            attempt.actor.id,
            attempt.command,
            bytes(attempt.fields).decode(),
            attempt.code,
            attempt.rule,
            attempt.revision,
            attempt.request_id,
            attempt.actor.by,
        )
        for attempt in batch
    ]
    names = (
        "ids",
        "logs",
        "streams",
        "ats",
        "roles",
        "actors",
        "commands",
        "fields",
        "codes",
        "rules",
        "revisions",
        "request_ids",
        "acted_bys",
    )
    return {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}
