-- Rate limits, shared by all nodes: a node takes tokens of a caller in batches, so that few requests reach this table.
-- Keys are HMACs of an application, a user or an IP address. Unlogged: after a crash every bucket is full again.
CREATE UNLOGGED TABLE rate_buckets (
  key          bytea PRIMARY KEY CHECK (octet_length(key) = 32),
  -- Millionths of a token; below zero while a node owes tokens.
  micro_tokens bigint NOT NULL,
  -- Tokens of the last grant.
  granted      bigint NOT NULL,
  refilled_at  timestamptz NOT NULL
);
COMMENT ON TABLE rate_buckets IS 'platform: token buckets of rate limits';

CREATE INDEX rate_buckets_by_refill ON rate_buckets (refilled_at);
