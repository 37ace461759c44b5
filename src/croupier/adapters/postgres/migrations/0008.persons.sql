-- What operators keep about the persons behind their players: no part of the log, encrypted under a key of
-- each player's own, and forgotten by destroying that key.

CREATE TABLE IF NOT EXISTS player_keys (
    log          text COLLATE "C" NOT NULL CHECK (octet_length(log) BETWEEN 1 AND 255),
    player       text COLLATE "C" NOT NULL CHECK (octet_length(player) BETWEEN 1 AND 255),
    sealed       bytea,
    made_at      timestamptz NOT NULL,
    forgotten_at timestamptz,
    PRIMARY KEY (log, player),
    CONSTRAINT player_keys_forgotten CHECK ((sealed IS NULL) = (forgotten_at IS NOT NULL))
);

COMMENT ON COLUMN player_keys.sealed IS 'the player''s key under the installation''s sealing key; null once destroyed';

CREATE TABLE IF NOT EXISTS persons (
    log      text COLLATE "C" NOT NULL,
    player   text COLLATE "C" NOT NULL,
    document bytea NOT NULL CHECK (octet_length(document) <= 17000),
    kept_at  timestamptz NOT NULL,
    PRIMARY KEY (log, player),
    FOREIGN KEY (log, player) REFERENCES player_keys
);

-- Who was forgotten stays so: nothing can be kept about him again under this id.
CREATE OR REPLACE FUNCTION refuse_remembering() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF OLD.forgotten_at IS NOT NULL THEN
        RAISE EXCEPTION 'the player was forgotten, which is final' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER forgotten_for_good
    BEFORE UPDATE ON player_keys
    FOR EACH ROW EXECUTE FUNCTION refuse_remembering();

CREATE OR REPLACE TRIGGER tombstones_stay
    BEFORE DELETE OR TRUNCATE ON player_keys
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT ON player_keys, persons TO croupier_service;
GRANT INSERT ON player_keys TO croupier_service;

-- Keeps what was encrypted under that key. False when it is not the player's key (any more): the lock on it
-- makes this and a forgetting at the same time take turns.
CREATE OR REPLACE FUNCTION keep_person(
    log_name text, player_id text, sealed_key bytea, encrypted bytea, at timestamptz
) RETURNS boolean
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = croupier, pg_temp
AS $$
BEGIN
    PERFORM FROM player_keys
    WHERE log = log_name AND player = player_id AND sealed = sealed_key FOR SHARE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO persons (log, player, document, kept_at) VALUES (log_name, player_id, encrypted, at)
    ON CONFLICT (log, player) DO UPDATE SET document = EXCLUDED.document, kept_at = EXCLUDED.kept_at;
    RETURN true;
END
$$;

-- Destroys the player's key and removes what it encrypted; since when he is forgotten, were it since long ago.
CREATE OR REPLACE FUNCTION forget_player(log_name text, player_id text, at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql
SECURITY DEFINER
SET search_path = croupier, pg_temp
AS $$
BEGIN
    INSERT INTO player_keys (log, player, made_at, forgotten_at) VALUES (log_name, player_id, at, at)
    ON CONFLICT (log, player) DO UPDATE SET sealed = NULL, forgotten_at = EXCLUDED.forgotten_at
    WHERE player_keys.forgotten_at IS NULL;
    DELETE FROM persons WHERE log = log_name AND player = player_id;
    RETURN (SELECT forgotten_at FROM player_keys WHERE log = log_name AND player = player_id);
END
$$;

REVOKE ALL ON FUNCTION keep_person, forget_player FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_person, forget_player TO croupier_service;
