-- Keys have roles: an operator's acts as the house, an auditor's and a regulator's read one operator's log.
-- `name` is the person or office that holds the key: the log names it as the actor of what is done by it.

ALTER TABLE operator_keys ADD COLUMN IF NOT EXISTS role text COLLATE "C" NOT NULL DEFAULT 'operator';
ALTER TABLE operator_keys ADD COLUMN IF NOT EXISTS name text COLLATE "C";

DO $$
BEGIN
    ALTER TABLE operator_keys ADD CONSTRAINT operator_keys_role
        CHECK (role IN ('operator', 'auditor', 'regulator'));
EXCEPTION WHEN duplicate_object THEN
    NULL;
END
$$;

DO $$
BEGIN
    ALTER TABLE operator_keys ADD CONSTRAINT operator_keys_name CHECK (octet_length(name) BETWEEN 1 AND 64);
EXCEPTION WHEN duplicate_object THEN
    NULL;
END
$$;
