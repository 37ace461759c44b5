-- Keys have an environment, may expire, are replaced by others, and remember when they were last used.
-- Admins manage an operator's keys, spectators see what everybody at a table sees.

ALTER TABLE operator_keys ADD COLUMN IF NOT EXISTS environment text COLLATE "C";
ALTER TABLE operator_keys ADD COLUMN IF NOT EXISTS expires_at timestamptz;
ALTER TABLE operator_keys ADD COLUMN IF NOT EXISTS last_used_at timestamptz;
ALTER TABLE operator_keys ADD COLUMN IF NOT EXISTS rotated_to text COLLATE "C";
ALTER TABLE operator_keys ADD COLUMN IF NOT EXISTS made_by text COLLATE "C";

COMMENT ON COLUMN operator_keys.environment IS 'null of a key from before this was kept, until it is used';
COMMENT ON COLUMN operator_keys.made_by IS 'the holder of the admin key that made it; null: made by the program';

ALTER TABLE operator_keys DROP CONSTRAINT IF EXISTS operator_keys_role;
ALTER TABLE operator_keys ADD CONSTRAINT operator_keys_role
    CHECK (role IN ('operator', 'auditor', 'regulator', 'admin', 'spectator'));

ALTER TABLE operator_keys DROP CONSTRAINT IF EXISTS operator_keys_environment;
ALTER TABLE operator_keys ADD CONSTRAINT operator_keys_environment CHECK (environment IN ('live', 'test'));

-- A key's life is only ever shortened, and it is replaced once.
CREATE OR REPLACE FUNCTION refuse_prolonging() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION 'a key is not prolonged, replaced twice or moved to another environment, which is final'
        USING ERRCODE = 'insufficient_privilege';
END
$$;

REVOKE ALL ON FUNCTION refuse_prolonging FROM PUBLIC;

CREATE OR REPLACE TRIGGER never_prolonged
    BEFORE UPDATE ON operator_keys
    FOR EACH ROW
    WHEN (
        OLD.expires_at IS NOT NULL AND (NEW.expires_at IS NULL OR NEW.expires_at > OLD.expires_at)
        OR OLD.rotated_to IS NOT NULL AND NEW.rotated_to IS DISTINCT FROM OLD.rotated_to
        OR OLD.environment IS NOT NULL AND NEW.environment IS DISTINCT FROM OLD.environment
    )
    EXECUTE FUNCTION refuse_prolonging();

ALTER TABLE operator_keys ENABLE ALWAYS TRIGGER never_prolonged;

GRANT UPDATE (expires_at, last_used_at, rotated_to, environment) ON operator_keys TO croupier_service;

-- Of what was tried for a player: by whom, as the log's actor names him.
ALTER TABLE attempts ADD COLUMN IF NOT EXISTS acted_by text COLLATE "C";
