"""Reading streams by positions of their log, and by times."""

from typing import Final

from croupier.adapters.postgres.fetching import Fetcher
from croupier.service.ports import Beginning, Entry

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

# The times of a stream's entries never fall: the last before a time is found by halving too.
_BEFORE: Final = """
WITH RECURSIVE halving (log, low, high) AS (
    SELECT log, 0, revision FROM streams
    WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND stream = %(stream)s
    UNION ALL
    SELECT log,
           CASE WHEN middle.at < %(at)s THEN middle.revision ELSE low END,
           CASE WHEN middle.at < %(at)s THEN high ELSE middle.revision - 1 END
    FROM halving CROSS JOIN LATERAL (
        SELECT e.revision, record_time(e.record) COLLATE "C" AS at FROM entries AS e
        WHERE e.log = halving.log AND e.stream = %(stream)s AND e.revision = (low + high + 1) / 2
    ) AS middle
    WHERE low < high
)
SELECT e.position FROM halving JOIN entries AS e USING (log)
WHERE low = high AND e.stream = %(stream)s AND e.revision = low
"""

_BEGINNINGS: Final = """
SELECT e.stream, record_time(e.record)
FROM (
    SELECT log, stream FROM streams
    WHERE log = (SELECT id FROM logs WHERE log = %(log)s)
      AND stream > %(category)s || '-' AND stream < %(category)s || '.' AND stream > %(after)s
    ORDER BY stream LIMIT %(most)s
) AS s CROSS JOIN LATERAL (
    SELECT stream, record FROM entries WHERE log = s.log AND stream = s.stream AND revision = 1
) AS e
ORDER BY e.stream
"""


class PostgresHistory:
    """Implements `History`. All raise `StoreUnavailable`."""

    def __init__(self, fetcher: Fetcher) -> None:
        """Run the statement by the fetcher."""
        self._fetcher = fetcher

    async def entries(self, log: str, stream: str, after: int, most: int) -> list[Entry]:
        """The stream's entries at positions above `after`, ascending, without what is sealed beside them."""
        return await self._fetcher.all(Entry, _ENTRIES, log=log, stream=stream, after=after, most=most)

    async def before(self, log: str, stream: str, at: str) -> int:
        """The position of the stream's last entry before that time, -1 when there is none."""
        found = await self._fetcher.one(int, _BEFORE, log=log, stream=stream, at=at)
        return -1 if found is None else found

    async def beginnings(self, log: str, category: str, after: str, most: int) -> list[Beginning]:
        """The streams of a category behind the name `after`, each with the time of its first record."""
        return await self._fetcher.all(
            Beginning, _BEGINNINGS, log=log, category=category, after=after, most=most
        )
