"""Trees' full tiles, and what they are made from."""

from collections.abc import Sequence
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.queries import HEAD
from croupier.service.ports.transparency import FullTile

_RECORDS: Final = """
SELECT record FROM entries
WHERE log = (SELECT id FROM logs WHERE log = %(log)s)
  AND position >= %(first)s AND position < %(first)s + %(count)s::bigint
ORDER BY position
"""

# Hashed where they are: 32 bytes of each record leave the database, and the service's process is not held.
_LEAF_HASHES: Final = """
SELECT string_agg(pg_catalog.sha256('\\x00'::bytea || record), ''::bytea ORDER BY position) FROM entries
WHERE log = (SELECT id FROM logs WHERE log = %(log)s)
  AND position >= %(first)s AND position < %(first)s + %(count)s::bigint
"""

_HASHES: Final = """
SELECT hashes FROM tiles
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND level = %(level)s AND index = %(index)s
"""

_ROOTS: Final = """
SELECT string_agg(root, ''::bytea ORDER BY index) FROM tiles
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND level = %(level)s
  AND index >= %(first)s AND index < %(first)s + %(count)s::bigint
"""

_ADD: Final = """
INSERT INTO tiles (log, level, index, hashes, root)
SELECT (SELECT id FROM logs WHERE log = %(log)s), level, index, hashes, root
FROM unnest(%(levels)s::smallint[], %(indexes)s::bigint[], %(hashes)s::bytea[], %(roots)s::bytea[])
     AS n (level, index, hashes, root)
ON CONFLICT DO NOTHING
RETURNING index
"""

_SAME: Final = """
SELECT count(*) FROM tiles AS t
JOIN unnest(%(levels)s::smallint[], %(indexes)s::bigint[], %(hashes)s::bytea[], %(roots)s::bytea[])
     AS n (level, index, hashes, root) USING (level, index)
WHERE t.log = (SELECT id FROM logs WHERE log = %(log)s) AND t.hashes = n.hashes AND t.root = n.root
"""


class PostgresTrees:
    """Implements `TreeStore`. All raise `StoreUnavailable`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def size(self, log: str) -> int:
        """How many entries the log has by now."""
        head = await self._fetcher.one(int, HEAD, log=log)
        return 0 if head is None else head + 1

    async def records(self, log: str, first: int, count: int) -> list[bytes]:
        """The records at `count` positions from `first` on; fewer where the log has fewer."""
        return await self._fetcher.all(bytes, _RECORDS, log=log, first=first, count=count)

    async def leaf_hashes(self, log: str, first: int, count: int) -> bytes:
        """The leaf hashes of those records, computed from the records as they are stored."""
        return await self._fetcher.one(_bytes, _LEAF_HASHES, log=log, first=first, count=count) or b""

    async def hashes(self, log: str, level: int, index: int) -> bytes | None:
        """The hashes of a full tile, None when it is not kept."""
        return await self._fetcher.one(bytes, _HASHES, log=log, level=level, index=index)

    async def roots(self, log: str, level: int, first: int, count: int) -> bytes:
        """The roots of `count` full tiles of the level from `first` on; fewer where fewer are kept."""
        return await self._fetcher.one(_bytes, _ROOTS, log=log, level=level, first=first, count=count) or b""

    async def add(self, log: str, tiles: Sequence[FullTile]) -> bool:
        """Keep tiles, for good; False when another tile is kept in the place of one of them."""
        columns: dict[str, object] = {
            "levels": [tile.level for tile in tiles],
            "indexes": [tile.index for tile in tiles],
            "hashes": [tile.hashes for tile in tiles],
            "roots": [tile.root for tile in tiles],
        }
        added = await self._fetcher.all(int, _ADD, log=log, **columns)
        # Those that were there, by another process or a sending before this one, must be the same.
        return len(added) == len(tiles) or await self._fetcher.one(int, _SAME, log=log, **columns) == len(
            tiles
        )


def _bytes(value: bytes | None) -> bytes:
    """An aggregate over no rows is null."""
    return value or b""
