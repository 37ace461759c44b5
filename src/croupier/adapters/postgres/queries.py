"""What the store asks of the database, in the schema that the migrations make."""

PREPARE_LOCK = "PREPARE {name} (text) AS SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"

PREPARE_APPEND = (
    "PREPARE {name} (text, boolean, integer[], text[], integer[], bytea[], bytea[],"
    " integer[], text[], text[], bytea[], bytea[])"
    " AS SELECT * FROM append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)"
)

HEAD = "SELECT head FROM logs WHERE log = %(log)s"

HEADS = "SELECT log, head FROM logs"

READ_LOG = """
SELECT position, stream, revision, record, sealed FROM entries
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND position > %(after)s AND position <= %(last)s
ORDER BY position LIMIT %(rows)s
"""

MOVES = """
SELECT max(position), stream, max(revision) FROM entries
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND position > %(after)s AND position <= %(last)s
GROUP BY stream ORDER BY max(position)
"""

# Both from one snapshot, which an append changes together.
END = """
SELECT head, coalesce((SELECT max(position) FROM entries WHERE log = logs.id), -1)
FROM logs WHERE log = %(log)s
"""

COUNTED = """
SELECT s.stream, s.revision, coalesce(e.revision, 0), coalesce(e.position, -1)
FROM (
    SELECT * FROM streams
    WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND stream > %(after)s
    ORDER BY stream LIMIT %(rows)s
) AS s
LEFT JOIN LATERAL (
    SELECT revision, position FROM entries
    WHERE log = s.log AND stream = s.stream ORDER BY revision DESC LIMIT 1
) AS e ON true
ORDER BY s.stream
"""

REVISION = """
SELECT revision FROM streams
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND stream = %(stream)s
"""

READ_STREAM = """
SELECT position, stream, revision, record, sealed FROM entries
WHERE log = (SELECT id FROM logs WHERE log = %(log)s)
  AND stream = %(stream)s AND revision > %(after)s AND revision <= %(last)s
ORDER BY revision LIMIT %(rows)s
"""

# In the names' byte order a full stop comes next after a hyphen.
STREAMS = """
SELECT stream FROM streams
WHERE log = (SELECT id FROM logs WHERE log = %(log)s)
  AND stream > %(category)s || '-' AND stream < %(category)s || '.'
ORDER BY stream
"""

REPEATED = """
SELECT fingerprint, answer, position FROM answers
WHERE log = (SELECT id FROM logs WHERE log = %(log)s) AND scope = %(scope)s AND key = %(key)s
"""
