-- The role of the running service: it reads everything and writes entries through append() alone.

-- Roles belong to the cluster: another database's migrations, or an administrator, may have made it already.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'croupier_service') THEN
        CREATE ROLE croupier_service NOLOGIN;
    END IF;
EXCEPTION WHEN duplicate_object OR unique_violation THEN
    NULL;
END
$$;

-- The owner can put off his own powers and work as the service. Where he may not grant the role, somebody
-- else has granted it to the service's own login.
DO $$
BEGIN
    GRANT croupier_service TO CURRENT_USER;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'croupier_service is to be granted by an administrator';
END
$$;

GRANT USAGE ON SCHEMA croupier TO croupier_service;
GRANT SELECT ON logs, streams, entries, answers TO croupier_service;
GRANT EXECUTE ON FUNCTION append TO croupier_service;
GRANT SELECT, INSERT ON operators, operator_keys TO croupier_service;
GRANT UPDATE (revoked_at) ON operator_keys TO croupier_service;
