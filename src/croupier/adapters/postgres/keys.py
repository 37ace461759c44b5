"""Operators and the keys to their logs in PostgreSQL."""

from datetime import datetime
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports import StoredKey

_ADD_OPERATOR: Final = (
    "INSERT INTO operators (operator, created_at) VALUES (%(operator)s, %(at)s)"
    " ON CONFLICT DO NOTHING RETURNING operator"
)
_ADD_KEY: Final = (
    "INSERT INTO operator_keys (key_id, operator, hash, created_at, role, name)"
    " SELECT %(key_id)s, operator, %(hash)s, %(at)s, %(role)s, %(name)s"
    " FROM operators WHERE operator = %(operator)s"
    " ON CONFLICT (key_id) DO UPDATE SET revoked_at = operator_keys.revoked_at"
    " WHERE operator_keys.hash = EXCLUDED.hash RETURNING key_id"
)
_COLUMNS: Final = "SELECT key_id, operator, hash, created_at, revoked_at, role, name FROM operator_keys"
_FIND_KEY: Final = f"{_COLUMNS} WHERE key_id = %(key_id)s"
_KEYS_OF: Final = f"{_COLUMNS} WHERE operator = %(operator)s ORDER BY created_at, key_id"
_REVOKE_KEY: Final = (
    "UPDATE operator_keys SET revoked_at = %(at)s WHERE key_id = %(key_id)s AND revoked_at IS NULL"
    " RETURNING key_id"
)


class PostgresKeys:
    """Implements `Keys`. All raise `StoreUnavailable` when the database does not answer in time.

    A statement cut off from its answer is sent again: adding the same key twice is adding it once.
    """

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def add_operator(self, operator: str, at: datetime) -> bool:
        """Register an operator; False when there is one of that name."""
        return await self._fetcher.one(str, _ADD_OPERATOR, operator=operator, at=at) is not None

    async def add_key(self, key: StoredKey) -> bool:
        """Keep a key; False when there is no such operator."""
        found = await self._fetcher.one(
            str,
            _ADD_KEY,
            key_id=key.key_id,
            operator=key.operator,
            hash=key.hash,
            at=key.created_at,
            role=key.role,
            name=key.name,
        )
        return found is not None

    async def find_key(self, key_id: str) -> StoredKey | None:
        """The key of that id, revoked or not; None when there is none."""
        return await self._fetcher.one(StoredKey, _FIND_KEY, key_id=key_id)

    async def keys_of(self, operator: str) -> list[StoredKey]:
        """All keys to an operator's log, the oldest first."""
        return await self._fetcher.all(StoredKey, _KEYS_OF, operator=operator)

    async def revoke_key(self, key_id: str, at: datetime) -> bool:
        """Make the key invalid from `at` on; False when there is none in force."""
        return await self._fetcher.one(str, _REVOKE_KEY, key_id=key_id, at=at) is not None
