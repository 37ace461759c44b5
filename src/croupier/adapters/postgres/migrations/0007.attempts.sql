-- Refused commands, kept beside the log; and the removal of what is no part of it, once it is old.

CREATE TABLE IF NOT EXISTS attempts (
    id         uuid PRIMARY KEY,
    at         timestamptz NOT NULL,
    rule       integer,
    revision   integer NOT NULL,
    log        text COLLATE "C" NOT NULL CHECK (octet_length(log) BETWEEN 1 AND 255),
    stream     text COLLATE "C" NOT NULL CHECK (octet_length(stream) BETWEEN 1 AND 255),
    role       text COLLATE "C" NOT NULL,
    actor      text COLLATE "C" NOT NULL,
    command    text COLLATE "C" NOT NULL,
    fields     text NOT NULL CHECK (octet_length(fields) <= 2048),
    code       text COLLATE "C" NOT NULL,
    request_id text NOT NULL
);

COMMENT ON COLUMN attempts.id IS 'UUIDv7: its order is that of time';

CREATE INDEX IF NOT EXISTS attempts_stream ON attempts (log, stream, at, id);

CREATE OR REPLACE TRIGGER append_only
    BEFORE UPDATE OR TRUNCATE ON attempts
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE attempts ENABLE ALWAYS TRIGGER append_only;

-- Whoever deletes, and however the retention is set: what is younger than thirty days stays.
CREATE OR REPLACE FUNCTION refuse_early_deletion() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF OLD.at > now() - interval '30 days' THEN
        RAISE EXCEPTION 'DELETE of % is refused: it is younger than thirty days', TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN OLD;
END
$$;

CREATE OR REPLACE TRIGGER kept_for_a_while
    BEFORE DELETE ON attempts
    FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion();

ALTER TABLE attempts ENABLE ALWAYS TRIGGER kept_for_a_while;

GRANT SELECT, INSERT ON attempts TO croupier_service;

-- Removes a portion of the attempts older than so many days; how many. 0 when another process is at it.
CREATE OR REPLACE FUNCTION forget_attempts(days integer) RETURNS bigint
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = croupier, pg_temp
AS $$
DECLARE
    removed bigint;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('croupier retention', 0)) THEN
        RETURN 0;
    END IF;
    DELETE FROM attempts
    WHERE id IN (SELECT id FROM attempts ORDER BY id LIMIT 5000)
      AND at < now() - make_interval(days => greatest(days, 30));
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
END
$$;

-- Answers are written in the order of time, and next to nothing is paid for such an index with each.
CREATE INDEX IF NOT EXISTS answers_created_at ON answers USING brin (created_at) WITH (autosummarize = on);

-- The same for the answers stored for repeats of idempotent requests.
CREATE OR REPLACE FUNCTION forget_answers(days integer) RETURNS bigint
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = croupier, pg_temp
AS $$
DECLARE
    removed bigint;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('croupier retention', 0)) THEN
        RETURN 0;
    END IF;
    DELETE FROM answers WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM answers WHERE created_at < now() - make_interval(days => greatest(days, 1)) LIMIT 5000
    ));
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
END
$$;

REVOKE ALL ON FUNCTION forget_attempts, forget_answers FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_attempts, forget_answers TO croupier_service;
