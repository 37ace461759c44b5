"""Answers to keyed requests that append nothing, in PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.errors import KeyInFlight
from croupier.service.ports import Idempotency

# Held to the commit, and let go of by a process that dies. Who gets it next sees what was committed,
# because each statement takes a snapshot of its own.
_TURN: Final = """
SELECT pg_try_advisory_xact_lock(hashtextextended(
    concat_ws(E'\\x1f', 'croupier once', %(log)s::text, %(scope)s::text, %(key)s::text), 0
))
"""
_FIND: Final = """
SELECT scope, key, fingerprint, answer FROM kept_answers
WHERE log = %(log)s AND scope = %(scope)s AND key = %(key)s
"""
_KEEP: Final = """
INSERT INTO kept_answers (log, scope, key, fingerprint, answer)
VALUES (%(log)s, %(scope)s, %(key)s, %(fingerprint)s, %(answer)s) RETURNING 1
"""


class PostgresAnswers:
    """Implements `Answers`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher, which makes one transaction of all within a turn."""
        self._fetcher = fetcher

    @asynccontextmanager
    async def turn(self, log: str, scope: str, key: str) -> AsyncIterator[Idempotency | None]:
        """What is kept under the key; nobody else has it until the end of the block."""
        async with self._fetcher.transaction():
            if not await self._fetcher.one(bool, _TURN, log=log, scope=scope, key=key):
                raise KeyInFlight("a request with this idempotency key is being handled")
            yield await self._fetcher.one(Idempotency, _FIND, log=log, scope=scope, key=key)

    async def keep(self, log: str, answer: Idempotency) -> None:
        """Keep an answer, in the present turn."""
        await self._fetcher.one(
            int,
            _KEEP,
            log=log,
            scope=answer.scope,
            key=answer.key,
            fingerprint=answer.fingerprint,
            answer=answer.answer,
        )
