-- The logs' Merkle trees and what was published of them. Nothing here is secret; signing keys are not here.

CREATE TABLE IF NOT EXISTS tiles (
    index  bigint NOT NULL CHECK (index >= 0),
    log    integer NOT NULL,
    level  smallint NOT NULL CHECK (level BETWEEN 0 AND 7),
    hashes bytea NOT NULL CHECK (octet_length(hashes) = 8192),
    root   bytea NOT NULL CHECK (octet_length(root) = 32),
    PRIMARY KEY (log, level, index)
);

COMMENT ON TABLE tiles IS 'full tiles; the partial ones on the right edge are made when they are read';

-- Hashes don't compress. Kept outside of the row they are out of the way when only roots are read.
ALTER TABLE tiles ALTER COLUMN hashes SET STORAGE EXTERNAL;

CREATE TABLE IF NOT EXISTS checkpoints (
    size      bigint NOT NULL CHECK (size > 0),
    signed_at timestamptz NOT NULL DEFAULT now(),
    log       integer NOT NULL,
    root      bytea NOT NULL CHECK (octet_length(root) = 32),
    note      bytea NOT NULL,
    PRIMARY KEY (log, size)
);

COMMENT ON COLUMN checkpoints.note IS 'the text and the signatures of the log itself';

CREATE TABLE IF NOT EXISTS cosignatures (
    size        bigint NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    log         integer NOT NULL,
    name        text COLLATE "C" NOT NULL,
    key_id      bytea NOT NULL CHECK (octet_length(key_id) = 4),
    line        text NOT NULL,
    PRIMARY KEY (log, size, name, key_id),
    FOREIGN KEY (log, size) REFERENCES checkpoints
);

CREATE OR REPLACE FUNCTION lock_checkpoints(log_id integer) RETURNS void
LANGUAGE sql
AS $$
    SELECT pg_advisory_xact_lock(hashtextextended('croupier checkpoints', log_id))
$$;

-- The next statement of a function takes its snapshot under the lock, and sees all checkpoints before it.
CREATE OR REPLACE FUNCTION refuse_shrinking() RETURNS trigger
LANGUAGE plpgsql
SET search_path = croupier, pg_temp
AS $$
BEGIN
    PERFORM lock_checkpoints(NEW.log);
    IF EXISTS (SELECT FROM checkpoints WHERE log = NEW.log AND size >= NEW.size) THEN
        RAISE EXCEPTION 'a checkpoint of size % is refused: the log has one that is not smaller', NEW.size
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END
$$;

-- Whether the checkpoint was published: it is not when another of its size or a larger one was.
CREATE OR REPLACE FUNCTION publish_checkpoint(log_name text, new_size bigint, new_root bytea, new_note bytea)
RETURNS boolean
LANGUAGE plpgsql
SET search_path = croupier, pg_temp
AS $$
DECLARE
    log_id integer := (SELECT id FROM logs WHERE log = log_name);
BEGIN
    PERFORM lock_checkpoints(log_id);
    IF EXISTS (SELECT FROM checkpoints WHERE log = log_id AND size >= new_size) THEN
        RETURN false;
    END IF;
    INSERT INTO checkpoints (log, size, root, note) VALUES (log_id, new_size, new_root, new_note);
    RETURN true;
END
$$;

CREATE OR REPLACE TRIGGER only_growing
    BEFORE INSERT ON checkpoints
    FOR EACH ROW EXECUTE FUNCTION refuse_shrinking();
CREATE OR REPLACE TRIGGER append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON tiles
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON cosignatures
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER only_growing;
ALTER TABLE checkpoints ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE tiles ENABLE ALWAYS TRIGGER append_only;
ALTER TABLE cosignatures ENABLE ALWAYS TRIGGER append_only;

REVOKE ALL ON FUNCTION lock_checkpoints, refuse_shrinking, publish_checkpoint FROM PUBLIC;
GRANT EXECUTE ON FUNCTION lock_checkpoints, publish_checkpoint TO croupier_service;
GRANT SELECT, INSERT ON tiles, checkpoints, cosignatures TO croupier_service;
