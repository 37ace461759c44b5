-- The event store: logs, their streams and entries, and the stored answers of idempotent requests.
-- Every statement of every migration may run twice: a start cut short between a migration and the note
-- that it is done runs it again.

CREATE TABLE IF NOT EXISTS logs (
    id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    log        text COLLATE "C" NOT NULL UNIQUE CHECK (octet_length(log) BETWEEN 1 AND 255),
    head       bigint NOT NULL DEFAULT -1,
    created_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

COMMENT ON COLUMN logs.head IS 'position of the last entry, -1 in an empty log';

CREATE TABLE IF NOT EXISTS streams (
    log      integer NOT NULL,
    revision integer NOT NULL CHECK (revision > 0),
    stream   text COLLATE "C" NOT NULL CHECK (octet_length(stream) BETWEEN 1 AND 255),
    PRIMARY KEY (log, stream)
) WITH (fillfactor = 50);

-- No foreign key: it would be looked up for every entry, and append() is the only writer.
CREATE TABLE IF NOT EXISTS entries (
    position bigint NOT NULL,
    log      integer NOT NULL,
    revision integer NOT NULL,
    stream   text COLLATE "C" NOT NULL,
    record   bytea NOT NULL CHECK (octet_length(record) BETWEEN 1 AND 65535),
    sealed   bytea,
    PRIMARY KEY (log, position),
    UNIQUE (log, stream, revision)
);

COMMENT ON COLUMN entries.record IS 'the exact bytes that are hashed; never re-serialised';
COMMENT ON COLUMN entries.sealed IS 'deck seeds committed to by the record, encrypted; no part of it';

CREATE TABLE IF NOT EXISTS answers (
    log         integer NOT NULL,
    position    bigint NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now(),
    scope       text COLLATE "C" NOT NULL,
    key         text COLLATE "C" NOT NULL,
    fingerprint bytea NOT NULL,
    answer      bytea NOT NULL,
    PRIMARY KEY (log, scope, key)
);

CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: the log is append-only', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- For whole statements and none of them for INSERT, so that appends pay nothing.
CREATE OR REPLACE TRIGGER append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Fires for replication roles too.
ALTER TABLE entries ENABLE ALWAYS TRIGGER append_only;
