-- Jobs are claimed with FOR UPDATE SKIP LOCKED across tenants, so these are platform tables with the tenant as a plain
-- column. Rows are short-lived, so vacuum thresholds are absolute, not a share of the table. A row in job_runners is
-- the lease of a runner, and a running job references it. When the lease has expired, any runner may delete it and
-- requeue its jobs.
CREATE TABLE job_runners (
  token      text COLLATE "C" PRIMARY KEY,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
COMMENT ON TABLE job_runners IS 'platform: leases of the job runners, in database time';

CREATE TABLE jobs (
  id           text COLLATE "C" PRIMARY KEY,
  kind         text COLLATE "C" NOT NULL,
  -- The tenant for fair scheduling, or `platform` for jobs without a tenant.
  tenant_id    text COLLATE "C" NOT NULL,
  network      text CHECK (network IN ('testnet', 'mainnet')),
  payload      jsonb NOT NULL,
  dedupe_key   text COLLATE "C",
  state        text COLLATE "C" NOT NULL CHECK (state IN ('scheduled', 'ready', 'running')),
  run_at       timestamptz NOT NULL,
  -- Number of claims; with the token it fences off a runner that lost the job.
  attempts     integer NOT NULL,
  runner_token text COLLATE "C",
  last_error   text,
  created_at   timestamptz NOT NULL,
  CHECK ((state = 'running') = (runner_token IS NOT NULL))
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000
);
COMMENT ON TABLE jobs IS 'platform: pending and running jobs, deleted when done';

CREATE INDEX jobs_ready ON jobs (kind, tenant_id, run_at, id) WHERE state = 'ready';
CREATE INDEX jobs_scheduled ON jobs (run_at) WHERE state = 'scheduled';
CREATE INDEX jobs_running ON jobs (runner_token) WHERE state = 'running';
CREATE UNIQUE INDEX jobs_pending_key ON jobs (kind, tenant_id, network, dedupe_key) NULLS NOT DISTINCT
  WHERE dedupe_key IS NOT NULL AND state <> 'running';

CREATE TABLE dead_jobs (
  id             text COLLATE "C" PRIMARY KEY,
  kind           text COLLATE "C" NOT NULL,
  tenant_id      text COLLATE "C" NOT NULL,
  network        text CHECK (network IN ('testnet', 'mainnet')),
  payload        jsonb NOT NULL,
  dedupe_key     text COLLATE "C",
  attempts       integer NOT NULL,
  last_error     text NOT NULL,
  created_at     timestamptz NOT NULL,
  died_at        timestamptz NOT NULL,
  discarded_at   timestamptz,
  discard_reason text,
  CHECK ((discarded_at IS NULL) = (discard_reason IS NULL))
);
COMMENT ON TABLE dead_jobs IS
  'platform: jobs that exhausted their attempts, until an operator retries or discards them';

CREATE INDEX dead_jobs_undecided ON dead_jobs (id) WHERE discarded_at IS NULL;

CREATE TABLE job_schedules (
  name         text COLLATE "C" PRIMARY KEY,
  last_tick_at timestamptz NOT NULL
);
COMMENT ON TABLE job_schedules IS 'platform: last tick of each recurring job';

-- Identity columns are not ordered across nodes, so each account has its own counter row, incremented under its lock:
-- events are numbered in commit order.
CREATE TABLE event_sequences (
  tenant_id     text COLLATE "C" NOT NULL,
  network       text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id    text COLLATE "C" NOT NULL,
  last_sequence bigint NOT NULL CHECK (last_sequence > 0),
  PRIMARY KEY (tenant_id, network, account_id)
) WITH (fillfactor = 80);
COMMENT ON TABLE event_sequences IS 'tenant: last event sequence of each account';

CREATE TABLE events (
  tenant_id  text COLLATE "C" NOT NULL,
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id text COLLATE "C" NOT NULL,
  sequence   bigint NOT NULL CHECK (sequence > 0),
  id         text COLLATE "C" NOT NULL,
  type       text COLLATE "C" NOT NULL,
  data       jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, network, account_id, sequence),
  UNIQUE (tenant_id, id)
);
COMMENT ON TABLE events IS 'tenant: the event log, append-only';

-- Events of a transfer, or of a payment that it waited for, by the id in the event data.
CREATE INDEX events_by_subject ON events (tenant_id, (data ->> 'id'))
  WHERE type LIKE 'transfer.%' OR type LIKE 'payment.%';
-- An id without its tenant, pasted into the search of the console.
CREATE INDEX events_by_id ON events (id);

-- The service owns its tables, and an owner's privileges can be revoked: no statement of the service can rewrite the
-- log.
REVOKE UPDATE, DELETE, TRUNCATE ON events FROM CURRENT_USER;

-- A copy of each event until it is dispatched to the consumers. The dispatcher reads across tenants, so this is a
-- platform table. CACHE 1: positions are allocated one by one, so that an account's positions follow its sequence.
CREATE TABLE event_outbox (
  position   bigint GENERATED ALWAYS AS IDENTITY (CACHE 1) PRIMARY KEY,
  tenant_id  text COLLATE "C" NOT NULL,
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id text COLLATE "C" NOT NULL,
  sequence   bigint NOT NULL,
  id         text COLLATE "C" NOT NULL,
  type       text COLLATE "C" NOT NULL,
  data       jsonb NOT NULL,
  created_at timestamptz NOT NULL
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000
);
COMMENT ON TABLE event_outbox IS 'platform: events not yet dispatched to the consumers';

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

-- One-time actions of this deployment, such as the creation of the demo accounts.
CREATE TABLE deployment_facts (
  name        text COLLATE "C" PRIMARY KEY,
  recorded_at timestamptz NOT NULL
);
COMMENT ON TABLE deployment_facts IS 'platform: one-time actions of this deployment';

-- Each node sends heartbeats. Times are in database time, which all nodes share.
CREATE TABLE nodes (
  id         text COLLATE "C" PRIMARY KEY,
  host       text NOT NULL CHECK (length(host) <= 255),
  roles      text[] NOT NULL,
  version    text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL
);
COMMENT ON TABLE nodes IS 'platform: running nodes and their last heartbeat';

-- Rows are inserted in the transaction of the change and never updated. The primary key is in time order, so that a
-- page, a range of days and the oldest rows are each one range of it.
CREATE TABLE audit_log (
  -- The tenant, or `platform` for actions of the service itself.
  tenant_id    text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  id           text COLLATE "C" NOT NULL,
  -- Null where the target exists in both networks, such as a managing account.
  network      text CHECK (network IN ('testnet', 'mainnet')),
  account_id   text COLLATE "C",
  actor_type   text NOT NULL CHECK (actor_type IN ('application', 'user', 'operator', 'system')),
  actor_id     text COLLATE "C" NOT NULL,
  request_id   text COLLATE "C",
  action       text COLLATE "C" NOT NULL CHECK (action ~ '^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$'),
  subject_type text COLLATE "C" NOT NULL,
  subject_id   text COLLATE "C" NOT NULL,
  before       jsonb CHECK (jsonb_typeof(before) = 'object'),
  after        jsonb CHECK (jsonb_typeof(after) = 'object'),
  PRIMARY KEY (tenant_id, at, id)
);
COMMENT ON TABLE audit_log IS 'tenant, both networks: every change with its actor, append-only';

-- Ids are unique in the whole deployment, so these work with and without the tenant.
CREATE INDEX audit_log_by_account ON audit_log (account_id, at, id) WHERE account_id IS NOT NULL;
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at, id);
CREATE INDEX audit_log_by_time ON audit_log (at, id);

REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM CURRENT_USER;
