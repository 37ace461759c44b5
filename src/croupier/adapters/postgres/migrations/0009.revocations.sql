-- A key that was revoked stays so, and checkpoints are written by publish_checkpoint() alone.

CREATE OR REPLACE FUNCTION refuse_reinstating() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION 'the key was revoked, which is final' USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Adding the same key again writes the time that is there, which passes.
CREATE OR REPLACE TRIGGER revoked_for_good
    BEFORE UPDATE ON operator_keys
    FOR EACH ROW
    WHEN (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS DISTINCT FROM OLD.revoked_at)
    EXECUTE FUNCTION refuse_reinstating();

ALTER TABLE operator_keys ENABLE ALWAYS TRIGGER revoked_for_good;

REVOKE ALL ON FUNCTION refuse_reinstating FROM PUBLIC;

-- It works as the owner from now on, so that its checks can't be gone round.
ALTER FUNCTION publish_checkpoint SECURITY DEFINER;
REVOKE INSERT ON checkpoints FROM croupier_service;
REVOKE EXECUTE ON FUNCTION lock_checkpoints FROM croupier_service;
