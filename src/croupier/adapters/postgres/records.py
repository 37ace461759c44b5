"""Reading records by their positions."""

from collections.abc import Sequence
from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports.bundles import Placed

_RECORDS: Final = """
SELECT position, record FROM entries
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND position = ANY (%(positions)s::bigint[])
ORDER BY position
"""


class PostgresRecords:
    """Implements `Records`: what is sealed beside a record is never read."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statement by the fetcher."""
        self._fetcher = fetcher

    async def records(self, log: str, positions: Sequence[int]) -> list[Placed]:
        """Those of the records that there are, ascending. Raises `StoreUnavailable`."""
        return await self._fetcher.all(_placed, _RECORDS, log=log, positions=list(positions))


def _placed(position: int, record: bytes) -> Placed:
    return position, record
