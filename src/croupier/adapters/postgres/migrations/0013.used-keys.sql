-- Which of the installation's keys were used with this database, so that a lost one is missed and not made
-- anew. A key that a later version brings is in no database yet.

CREATE TABLE IF NOT EXISTS used_keys (
    name  text COLLATE "C" PRIMARY KEY,
    since timestamptz NOT NULL DEFAULT now()
);

COMMENT ON TABLE used_keys IS 'names of keys; the keys are never in the database';

GRANT SELECT, INSERT ON used_keys TO croupier_service;

-- Whoever logged anything before this table was there had these.
INSERT INTO used_keys (name)
SELECT unnest(ARRAY['seal', 'log', 'token']) WHERE EXISTS (SELECT FROM logs)
ON CONFLICT DO NOTHING;
