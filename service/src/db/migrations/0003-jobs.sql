-- The queue is claimed with FOR UPDATE SKIP LOCKED across tenants, so its tables are the platform's and stay together;
-- the tenant is a plain column there. Rows come and go quickly: vacuum looks at them by number, not by share.

-- A row is a lease: whoever runs jobs keeps one, and every job it took names it. While the row is there its jobs are
-- held; when it has expired anybody may remove it and put its jobs back.
CREATE TABLE job_runners (
  token      text COLLATE "C" PRIMARY KEY,
  expires_at timestamptz NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
COMMENT ON TABLE job_runners IS 'platform: the leases of the job runners, by the clock of the database';

CREATE TABLE jobs (
  id           text COLLATE "C" PRIMARY KEY,
  kind         text COLLATE "C" NOT NULL,
  -- Whose share of the runners the job takes: a tenant, or `platform` for work that belongs to none.
  tenant_id    text COLLATE "C" NOT NULL,
  network      text CHECK (network IN ('testnet', 'mainnet')),
  payload      jsonb NOT NULL,
  dedupe_key   text COLLATE "C",
  state        text COLLATE "C" NOT NULL CHECK (state IN ('scheduled', 'ready', 'running')),
  run_at       timestamptz NOT NULL,
  -- How often the job was claimed; with the token it fences off a runner that lost the job.
  attempts     integer NOT NULL,
  runner_token text COLLATE "C",
  last_error   text,
  created_at   timestamptz NOT NULL,
  CHECK ((state = 'running') = (runner_token IS NOT NULL))
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000
);
COMMENT ON TABLE jobs IS 'platform: work to be done, removed once it is done';

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
COMMENT ON TABLE dead_jobs IS 'platform: jobs that failed too often, until a person retries or discards them';

CREATE INDEX dead_jobs_undecided ON dead_jobs (id) WHERE discarded_at IS NULL;

CREATE TABLE job_schedules (
  name         text COLLATE "C" PRIMARY KEY,
  last_tick_at timestamptz NOT NULL
);
COMMENT ON TABLE job_schedules IS 'platform: the last tick of each recurring job';
