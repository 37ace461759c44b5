-- Who may use the service: operators and the hashes of their API keys.

CREATE TABLE IF NOT EXISTS operators (
    operator   text COLLATE "C" PRIMARY KEY CHECK (octet_length(operator) BETWEEN 1 AND 255),
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS operator_keys (
    key_id     text COLLATE "C" PRIMARY KEY,
    operator   text COLLATE "C" NOT NULL REFERENCES operators,
    hash       bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);

CREATE INDEX IF NOT EXISTS operator_keys_operator ON operator_keys (operator);
