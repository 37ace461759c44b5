"""Players' keys and what is encrypted under them in PostgreSQL."""

from datetime import UTC, datetime
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports import KeptPerson

_FIND: Final = """
SELECT k.sealed, k.forgotten_at, p.document, p.kept_at
FROM player_keys AS k LEFT JOIN persons AS p USING (log, player)
WHERE k.log = %(log)s AND k.player = %(player)s
"""
_ADD_KEY: Final = (
    "INSERT INTO player_keys (log, player, sealed, made_at) VALUES (%(log)s, %(player)s, %(key)s, %(at)s)"
    " ON CONFLICT DO NOTHING RETURNING 1"
)
_KEEP: Final = "SELECT keep_person(%(log)s, %(player)s, %(key)s, %(document)s, %(at)s)"
_FORGET: Final = "SELECT forget_player(%(log)s, %(player)s, %(at)s)"


class PostgresPersons:
    """Implements `PersonStore`. All raise `StoreUnavailable`; each may be sent twice and is done once."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def find(self, log: str, player: str) -> KeptPerson | None:
        """The player's key and document; None when he never had a key."""
        return await self._fetcher.one(_kept, _FIND, log=log, player=player)

    async def add_key(self, log: str, player: str, key: bytes, at: datetime) -> None:
        """Keep the sealed key as the player's, unless he has one, or had."""
        await self._fetcher.one(int, _ADD_KEY, log=log, player=player, key=key, at=at)

    async def keep(self, log: str, player: str, key: bytes, document: bytes, at: datetime) -> bool:
        """Keep the document in the place of what was kept; False when the key is not in force."""
        kept = await self._fetcher.one(bool, _KEEP, log=log, player=player, key=key, document=document, at=at)
        return bool(kept)

    async def forget(self, log: str, player: str, at: datetime) -> datetime:
        """Destroy the player's key and remove his document; since when he is forgotten."""
        since = await self._fetcher.one(_utc, _FORGET, log=log, player=player, at=at)
        assert since
        return since


def _kept(
    key: bytes | None, forgotten_at: datetime | None, document: bytes | None, kept_at: datetime | None
) -> KeptPerson:
    return KeptPerson(key, forgotten_at and _utc(forgotten_at), document, kept_at and _utc(kept_at))


def _utc(at: datetime) -> datetime:
    return at.astimezone(UTC)
