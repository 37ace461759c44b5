"""Reading one stream from a position of its log on."""

from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports import Entry

# Revisions and positions of a stream rise together: the revision to begin at is found by halving, through
# the index on revisions, so that the log needs no further index and a long stream is not read through.
_ENTRIES: Final = """
WITH RECURSIVE found AS (
    SELECT log, revision AS high FROM streams
    WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND stream = %(stream)s
), halving (log, low, high) AS (
    SELECT log, 0, high FROM found
    UNION ALL
    SELECT log,
           CASE WHEN middle.position <= %(after)s THEN middle.revision ELSE low END,
           CASE WHEN middle.position <= %(after)s THEN high ELSE middle.revision - 1 END
    FROM halving CROSS JOIN LATERAL (
        SELECT e.revision, e.position FROM entries AS e
        WHERE e.log = halving.log AND e.stream = %(stream)s AND e.revision = (low + high + 1) / 2
    ) AS middle
    WHERE low < high
), start AS (
    SELECT log, low FROM halving WHERE low = high
)
SELECT e.position, e.stream, e.revision, e.record, NULL::bytea
FROM start CROSS JOIN LATERAL (
    SELECT * FROM entries
    WHERE log = start.log AND stream = %(stream)s AND revision > start.low
    ORDER BY revision LIMIT %(most)s
) AS e
ORDER BY e.revision
"""


class PostgresHistory:
    """Implements `History`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statement by the fetcher."""
        self._fetcher = fetcher

    async def entries(self, log: str, stream: str, after: int, most: int) -> list[Entry]:
        """The stream's entries at positions above `after`, ascending, without what is sealed beside them.

        Raises `StoreUnavailable`.
        """
        return await self._fetcher.all(Entry, _ENTRIES, log=log, stream=stream, after=after, most=most)
