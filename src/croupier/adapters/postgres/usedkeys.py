"""With which of the installation's keys the database was used: their names, never the keys."""

from collections.abc import Collection
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher

_NAMES: Final = "SELECT name FROM used_keys"
_ADD: Final = (
    "INSERT INTO used_keys (name) SELECT unnest(%(names)s::text[]) ON CONFLICT DO NOTHING RETURNING name"
)


class PostgresUsedKeys:
    """Both methods raise `StoreUnavailable`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statements by the fetcher."""
        self._fetcher = fetcher

    async def names(self) -> frozenset[str]:
        """The names of the keys that services used with this database before."""
        return frozenset(await self._fetcher.all(str, _NAMES))

    async def add(self, names: Collection[str]) -> None:
        """From now on these keys were used."""
        await self._fetcher.all(str, _ADD, names=list(names))
