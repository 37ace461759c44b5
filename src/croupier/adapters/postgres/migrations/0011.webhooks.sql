-- Endpoints that webhooks are sent to, and what became of every sending: no part of the log.

CREATE TABLE IF NOT EXISTS webhooks (
    webhook          text COLLATE "C" PRIMARY KEY,
    log              text COLLATE "C" NOT NULL CHECK (octet_length(log) BETWEEN 1 AND 255),
    url              text NOT NULL CHECK (octet_length(url) <= 2048),
    events           text[] NOT NULL,
    description      text NOT NULL CHECK (octet_length(description) <= 1024),
    created_at       timestamptz NOT NULL,
    secrets          bytea NOT NULL,
    outbox           bytea NOT NULL,
    version          uuid NOT NULL,
    status           text NOT NULL CHECK (status IN ('enabled', 'disabled')),
    disabled_because text,
    disabled_at      timestamptz,
    cursor           bigint NOT NULL,
    blocked          boolean NOT NULL,
    asked            boolean NOT NULL,
    due_at           timestamptz,
    rest_until       timestamptz,
    held_by          text,
    held_until       timestamptz,
    looked_at        timestamptz,
    CONSTRAINT webhooks_disabled CHECK ((status = 'disabled') = (disabled_at IS NOT NULL))
);

COMMENT ON COLUMN webhooks.secrets IS 'what messages are signed with, under the installation''s sealing key';
COMMENT ON COLUMN webhooks.outbox IS 'how far it has got, as JSON; cursor, blocked, asked, due_at and rest_until are drawn from it';
COMMENT ON COLUMN webhooks.version IS 'another with every change: who writes names the one that he has read';
COMMENT ON COLUMN webhooks.blocked IS 'so many of its streams wait that the cursor stops';

CREATE UNIQUE INDEX IF NOT EXISTS webhooks_log ON webhooks (log, webhook);

CREATE TABLE IF NOT EXISTS webhook_deliveries (
    delivery uuid PRIMARY KEY,
    webhook  text COLLATE "C" NOT NULL,
    message  text COLLATE "C" NOT NULL,
    type     text COLLATE "C" NOT NULL,
    position bigint,
    stream   text COLLATE "C",
    attempt  integer NOT NULL,
    at       timestamptz NOT NULL,
    outcome  text COLLATE "C" NOT NULL CHECK (outcome IN ('accepted', 'failed', 'given-up')),
    status   integer,
    failure  text COLLATE "C",
    duration integer NOT NULL,
    next_at  timestamptz
);

COMMENT ON COLUMN webhook_deliveries.delivery IS 'UUIDv7: its order is that of time';

CREATE INDEX IF NOT EXISTS webhook_deliveries_webhook ON webhook_deliveries (webhook, delivery);

CREATE OR REPLACE TRIGGER append_only
    BEFORE UPDATE OR TRUNCATE ON webhook_deliveries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO croupier_service;
GRANT SELECT, INSERT ON webhook_deliveries TO croupier_service;

-- Makes room for another endpoint of the log: whether there is any. The lock lasts until the endpoint is
-- added, and the count is a statement after it, so that two who add at once don't both find the last place.
CREATE OR REPLACE FUNCTION room_for_webhook(log_name text, most integer) RETURNS boolean
LANGUAGE plpgsql
AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('croupier webhooks ' || log_name, 0));
    RETURN (SELECT count(*) FROM croupier.webhooks WHERE log = log_name) < most;
END
$$;

-- Removes a portion of the deliveries older than so many days; how many. 0 when another process is at it.
CREATE OR REPLACE FUNCTION forget_webhook_deliveries(days integer) RETURNS bigint
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
    DELETE FROM webhook_deliveries
    WHERE delivery IN (SELECT delivery FROM webhook_deliveries ORDER BY delivery LIMIT 5000)
      AND at < now() - make_interval(days => greatest(days, 1));
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
END
$$;

REVOKE ALL ON FUNCTION room_for_webhook, forget_webhook_deliveries FROM PUBLIC;
GRANT EXECUTE ON FUNCTION room_for_webhook, forget_webhook_deliveries TO croupier_service;
