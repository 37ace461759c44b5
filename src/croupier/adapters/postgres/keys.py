"""Operators and the keys to their logs in PostgreSQL."""

from datetime import datetime
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports import StoredKey

_ADD_OPERATOR: Final = (
    "INSERT INTO operators (operator, created_at) VALUES (%(operator)s, %(at)s)"
    " ON CONFLICT DO NOTHING RETURNING operator"
)
_INSERT: Final = (
    "INSERT INTO operator_keys"
    " (key_id, operator, hash, created_at, role, name, environment, expires_at, made_by)"
    " SELECT %(key_id)s, operator, %(hash)s, %(at)s, %(role)s, %(name)s, %(environment)s, %(expires_at)s,"
    " %(made_by)s FROM"
)
_ONCE: Final = (
    "ON CONFLICT (key_id) DO UPDATE SET revoked_at = operator_keys.revoked_at"
    " WHERE operator_keys.hash = EXCLUDED.hash RETURNING key_id"
)
_ADD_KEY: Final = f"{_INSERT} operators WHERE operator = %(operator)s {_ONCE}"
_COLUMNS: Final = (
    "SELECT key_id, operator, hash, created_at, revoked_at, role, name, environment, expires_at,"
    " last_used_at, rotated_to, made_by FROM operator_keys"
)
_FIND_KEY: Final = f"{_COLUMNS} WHERE key_id = %(key_id)s"
_KEYS_OF: Final = f"{_COLUMNS} WHERE operator = %(operator)s ORDER BY created_at, key_id"
_PAGE: Final = (
    f'{_COLUMNS} WHERE operator = %(operator)s AND key_id COLLATE "C" > %(after)s'
    " AND (environment = 'test' OR NOT %(tests)s::boolean)"
    ' ORDER BY key_id COLLATE "C" LIMIT %(most)s'
)
_REVOKE_KEY: Final = (
    "UPDATE operator_keys SET revoked_at = %(at)s WHERE key_id = %(key_id)s AND revoked_at IS NULL"
    " RETURNING key_id"
)
# Done again it is done once: the old key then has the new one's id already.
_END_OLD: Final = (
    "WITH old AS (UPDATE operator_keys"
    " SET rotated_to = %(key_id)s, expires_at = least(expires_at, %(until)s::timestamptz)"
    " WHERE key_id = %(old)s AND operator = %(operator)s AND (rotated_to = %(key_id)s"
    " OR rotated_to IS NULL AND revoked_at IS NULL AND coalesce(expires_at > %(at)s, true))"
    " RETURNING operator)"
)
_REPLACE_KEY: Final = f"{_END_OLD} {_INSERT} old WHERE true {_ONCE}"


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
        return await self._fetcher.one(str, _ADD_KEY, **_values(key)) is not None

    async def find_key(self, key_id: str) -> StoredKey | None:
        """The key of that id, revoked or not; None when there is none."""
        return await self._fetcher.one_named(StoredKey, _FIND_KEY, key_id=key_id)

    async def keys_of(self, operator: str) -> list[StoredKey]:
        """All keys to an operator's log, the oldest first."""
        return await self._fetcher.all(StoredKey, _KEYS_OF, operator=operator)

    async def page_of_keys(self, operator: str, after: str, most: int, *, tests: bool) -> list[StoredKey]:
        """Keys to an operator's logs by their ids in byte order, behind `after`, `most` of them at most."""
        return await self._fetcher.all(
            StoredKey, _PAGE, operator=operator, after=after, most=most, tests=tests
        )

    async def revoke_key(self, key_id: str, at: datetime) -> bool:
        """Make the key invalid from `at` on; False when there is none that was not revoked yet."""
        return await self._fetcher.one(str, _REVOKE_KEY, key_id=key_id, at=at) is not None

    async def replace_key(self, old: str, until: datetime, new: StoredKey) -> bool:
        """Keep a key in the place of another; False when that one is not in force, or is replaced."""
        found = await self._fetcher.one(str, _REPLACE_KEY, old=old, until=until, **_values(new))
        return found is not None


def _values(key: StoredKey) -> dict[str, object]:
    return {
        "key_id": key.key_id,
        "operator": key.operator,
        "hash": key.hash,
        "at": key.created_at,
        "role": key.role,
        "name": key.name,
        "environment": key.environment,
        "expires_at": key.expires_at,
        "made_by": key.made_by,
    }
