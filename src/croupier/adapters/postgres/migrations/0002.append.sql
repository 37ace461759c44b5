-- One batch of appends to one log, committed as a group.
--
-- The caller has taken the log's advisory lock in a statement before this one, so that the snapshot of this
-- one is taken under the lock. Held to the commit, the lock makes the order of positions the order of
-- commits, without gaps, whichever processes append; losers and rollbacks use up no position.

DO $$
BEGIN
    CREATE TYPE append_outcome AS (append integer, position bigint, fingerprint bytea, answer bytea);
EXCEPTION WHEN duplicate_object THEN
    NULL;
END
$$;

-- The appends of a batch that are not to be appended now; of several rows for one, the first counts:
--   when the batch is sent again because the first sending's outcome is unknown, those that it did append
--   (only `position`), then the repeats of an idempotency key (what was stored with it), then the losers,
--   whose streams do not stand where they expect (all null).
CREATE OR REPLACE FUNCTION settled_appends(
    log_id integer, sent_again boolean,
    appends integer[], streams_ text[], revisions integer[], records bytea[],
    keyed integer[], scopes text[], keys text[]
) RETURNS append_outcome[]
LANGUAGE plpgsql
AS $$
#variable_conflict use_column
DECLARE
    settled append_outcome[] := '{}';
BEGIN
    IF sent_again THEN
        settled := ARRAY(
            SELECT (n.append, min(e.position), NULL, NULL)::append_outcome
            FROM unnest(appends, streams_, revisions, records) AS n (append, stream, revision, record)
            JOIN entries AS e ON e.log = log_id AND e.stream = n.stream AND e.revision = n.revision
            WHERE e.record = n.record
            GROUP BY n.append
        );
    END IF;
    IF keys <> '{}' THEN
        settled := settled || ARRAY(
            SELECT (k.append, a.position, a.fingerprint, a.answer)::append_outcome
            FROM unnest(keyed, scopes, keys) AS k (append, scope, key)
            CROSS JOIN LATERAL (
                SELECT * FROM answers AS a WHERE a.log = log_id AND a.scope = k.scope AND a.key = k.key OFFSET 0
            ) AS a
        );
    END IF;
    RETURN settled || ARRAY(
        SELECT DISTINCT (n.append, NULL, NULL, NULL)::append_outcome
        FROM unnest(appends, streams_, revisions) AS n (append, stream, revision)
        WHERE n.revision - 1 <> coalesce(
            (SELECT s.revision FROM streams AS s WHERE s.log = log_id AND s.stream = n.stream), 0
        )
    );
END
$$;

-- No two appends of a batch touch the same stream or have the same idempotency key. The entries of append
-- number n are those where appends = n, and get their positions in the order given. Returned is one row
-- without a number, with the position of the first entry appended (the winners' entries follow on it in the
-- order given), then the settled appends.
CREATE OR REPLACE FUNCTION append(
    log_name text, sent_again boolean,
    appends integer[], streams_ text[], revisions integer[], records bytea[], seals bytea[],
    keyed integer[], scopes text[], keys text[], fingerprints bytea[], answers_ bytea[]
) RETURNS SETOF append_outcome
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = croupier, pg_temp
-- A plan made while the tables are small must serve when they are large.
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
    log_id  integer;
    start   bigint;
    settled append_outcome[];
    won     integer;
BEGIN
    -- Costs nothing to the caller, who has it, and nobody else appends without it.
    PERFORM pg_advisory_xact_lock(hashtextextended(log_name, 0));
    INSERT INTO logs (log) SELECT log_name WHERE NOT EXISTS (SELECT FROM logs WHERE log = log_name);
    SELECT id, head + 1 INTO log_id, start FROM logs WHERE log = log_name;

    settled := settled_appends(
        log_id, sent_again, appends, streams_, revisions, records, keyed, scopes, keys
    );
    IF settled <> '{}' THEN
        SELECT array_agg(append ORDER BY nr), array_agg(stream ORDER BY nr), array_agg(revision ORDER BY nr),
               array_agg(record ORDER BY nr), array_agg(seal ORDER BY nr)
        INTO appends, streams_, revisions, records, seals
        FROM unnest(appends, streams_, revisions, records, seals)
             WITH ORDINALITY AS n (append, stream, revision, record, seal, nr)
        WHERE append NOT IN (SELECT append FROM unnest(settled));
    END IF;

    INSERT INTO streams AS s (log, stream, revision)
    SELECT log_id, n.stream, n.revision FROM unnest(streams_, revisions) AS n (stream, revision)
    ON CONFLICT (log, stream) DO UPDATE SET revision = EXCLUDED.revision;

    INSERT INTO entries (log, position, stream, revision, record, sealed)
    SELECT log_id, start + nr - 1, stream, revision, record, seal
    FROM unnest(streams_, revisions, records, seals)
         WITH ORDINALITY AS n (stream, revision, record, seal, nr);
    GET DIAGNOSTICS won = ROW_COUNT;

    INSERT INTO answers (log, position, scope, key, fingerprint, answer)
    SELECT log_id, start + array_position(appends, append) - 1, scope, key, fingerprint, answer
    FROM unnest(keyed, scopes, keys, fingerprints, answers_) AS k (append, scope, key, fingerprint, answer)
    WHERE append = ANY (appends);

    UPDATE logs SET head = head + won WHERE id = log_id AND won > 0;

    RETURN QUERY SELECT NULL::integer, start, NULL::bytea, NULL::bytea;
    RETURN QUERY SELECT * FROM unnest(settled);
END
$$;

REVOKE ALL ON FUNCTION append, settled_appends FROM PUBLIC;
