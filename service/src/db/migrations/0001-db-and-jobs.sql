-- One-time actions of this deployment, such as the creation of the demo accounts.
CREATE TABLE deployment_facts (
  name        text COLLATE "C" PRIMARY KEY,
  recorded_at timestamptz NOT NULL
);
COMMENT ON TABLE deployment_facts IS 'platform: one-time actions of this deployment';

-- One process at a time runs a task, such as the operations of a chain. The epoch changes with the holder, so that an
-- expired holder can no longer write.
CREATE TABLE leases (
  task       text COLLATE "C" PRIMARY KEY,
  holder     text COLLATE "C" NOT NULL,
  epoch      bigint NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE leases IS 'platform: the process that holds each task';

-- What decides about transfers, such as limits, freezes, approval rules and the states of accounts and addresses, has a
-- version for each tenant, and one for what all tenants share, whose scope is 'platform'. The scope of a tenant is its
-- id.
CREATE TABLE facts_versions (
  scope   text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL
);
COMMENT ON TABLE facts_versions IS
  'platform: versions of what decides about transfers, by tenant; one for all of them together';

-- Each node sends heartbeats. Times are in database time, which all nodes share.
CREATE TABLE nodes (
  id             text COLLATE "C" PRIMARY KEY,
  host           text NOT NULL CHECK (length(host) <= 255),
  roles          text[] NOT NULL,
  version        text NOT NULL,
  started_at     timestamptz NOT NULL,
  seen_at        timestamptz NOT NULL,
  -- The number of a node's build is that of its newest migration: a migration that removes what older builds use waits
  -- until none of them runs.
  build          integer NOT NULL,
  draining_since timestamptz
);
COMMENT ON TABLE nodes IS 'platform: running nodes and their last heartbeat';

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
