-- The stored answers of idempotent requests that append nothing to a log, such as minted tokens.

CREATE TABLE IF NOT EXISTS kept_answers (
    created_at  timestamptz NOT NULL DEFAULT now(),
    log         text COLLATE "C" NOT NULL,
    scope       text COLLATE "C" NOT NULL,
    key         text COLLATE "C" NOT NULL,
    fingerprint bytea NOT NULL,
    answer      bytea NOT NULL,
    PRIMARY KEY (log, scope, key)
);

COMMENT ON COLUMN kept_answers.answer IS 'sealed: some hold what is told once, like a token';

CREATE INDEX IF NOT EXISTS kept_answers_created_at ON kept_answers (created_at);

GRANT SELECT, INSERT ON kept_answers TO croupier_service;

-- Removes a portion of both kinds of answers; how many. 0 when another process is at it.
CREATE OR REPLACE FUNCTION forget_answers(days integer) RETURNS bigint
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = croupier, pg_temp
AS $$
DECLARE
    before  timestamptz := now() - make_interval(days => greatest(days, 1));
    removed bigint;
    more    bigint;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('croupier retention', 0)) THEN
        RETURN 0;
    END IF;
    DELETE FROM answers WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM answers WHERE created_at < before LIMIT 5000
    ));
    GET DIAGNOSTICS removed = ROW_COUNT;
    DELETE FROM kept_answers WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM kept_answers WHERE created_at < before LIMIT 5000
    ));
    GET DIAGNOSTICS more = ROW_COUNT;
    RETURN removed + more;
END
$$;

-- The time of a record as it is written in it: its fifth field, before which nothing is of a client's choice.
CREATE OR REPLACE FUNCTION record_time(record bytea) RETURNS text
LANGUAGE sql IMMUTABLE
RETURN substring(convert_from(record, 'UTF8') FROM '"at":"([^"]*)"');

REVOKE ALL ON FUNCTION record_time FROM PUBLIC;
GRANT EXECUTE ON FUNCTION record_time TO croupier_service;
