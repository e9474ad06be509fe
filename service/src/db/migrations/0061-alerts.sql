-- What needs attention: one row for each time that a condition began to hold.
CREATE TABLE alerts (
  id          text COLLATE "C" PRIMARY KEY,
  -- The condition, such as `dead_jobs` or `low_gas/mainnet/base`.
  name        text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  severity    text COLLATE "C" NOT NULL CHECK (severity IN ('info', 'warning', 'error', 'critical')),
  summary     text NOT NULL CHECK (length(summary) BETWEEN 1 AND 500),
  opened_at   timestamptz NOT NULL,
  resolved_at timestamptz
);
COMMENT ON TABLE alerts IS 'platform: alerts to operators';

CREATE UNIQUE INDEX alerts_open ON alerts (name) WHERE resolved_at IS NULL;
CREATE INDEX alerts_by_end ON alerts (resolved_at) WHERE resolved_at IS NOT NULL;
