-- Failed and successful authentications, shared by all nodes. Keys are HMACs of a client or e-mail address, an IP
-- address, or both, so that the table names neither.
CREATE TABLE IF NOT EXISTS attempt_records (
  key          bytea PRIMARY KEY CHECK (octet_length(key) = 32),
  -- Recent failures, in milliseconds since 1970.
  failed_ms    bigint[] NOT NULL,
  -- Of a client at an address: when it last succeeded, if it has not failed since.
  succeeded_ms bigint,
  changed_at   timestamptz NOT NULL
);
COMMENT ON TABLE attempt_records IS 'platform: recent failures and known clients at known addresses, for attempt limits';

CREATE INDEX IF NOT EXISTS attempt_records_by_change ON attempt_records (changed_at);
