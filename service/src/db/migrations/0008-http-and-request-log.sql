-- Responses by idempotency key. A row is claimed before the work and completed after it, in the transaction of the
-- effect, so a committed row always has its response.
CREATE TABLE idempotency_records (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  application_id text COLLATE "C" NOT NULL,
  key            text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint    bytea NOT NULL,
  status         smallint,
  headers        jsonb,
  body           bytea,
  sealed         boolean NOT NULL DEFAULT false,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, application_id, key)
);
COMMENT ON TABLE idempotency_records IS
  'tenant: stored responses for idempotent replays, deleted after the retention period';

CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);

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

-- Rows are inserted in batches after the responses, so no request waits for them.
CREATE TABLE api_requests (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- Starts with the time of the insert, about a second after the response, so that the key leads to the newest and the
  -- oldest rows.
  id             text COLLATE "C" NOT NULL,
  -- Chosen by clients, so it need not be unique.
  request_id     text COLLATE "C" NOT NULL CHECK (length(request_id) BETWEEN 1 AND 128),
  application_id text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  at             timestamptz NOT NULL,
  method         text COLLATE "C" NOT NULL CHECK (length(method) BETWEEN 1 AND 16),
  -- The path of the route with the requested ids.
  path           text COLLATE "C" NOT NULL CHECK (length(path) BETWEEN 1 AND 2000),
  operation      text COLLATE "C" NOT NULL,
  status         smallint NOT NULL CHECK (status BETWEEN 100 AND 599),
  error_code     text COLLATE "C",
  duration_ms    integer NOT NULL CHECK (duration_ms >= 0),
  -- Query, bodies and idempotency key, redacted by the schemas of the route and then sealed. Null where they are not
  -- stored.
  details        bytea,
  PRIMARY KEY (tenant_id, network, id)
);
COMMENT ON TABLE api_requests IS
  'tenant: API requests and their outcomes, append-only, deleted after the retention period';

CREATE INDEX api_requests_by_request_id ON api_requests (request_id, tenant_id);
-- Ids without their tenant, pasted into the search of the console.
CREATE INDEX api_requests_by_id ON api_requests (id);

REVOKE UPDATE, TRUNCATE ON api_requests FROM CURRENT_USER;

-- To the minute. It outlives the requests themselves.
CREATE TABLE application_uses (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  application_id text COLLATE "C" NOT NULL,
  last_used_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, application_id)
);
COMMENT ON TABLE application_uses IS 'tenant: last request of each application';
