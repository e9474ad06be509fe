CREATE TABLE report_schedules (
  id            text COLLATE "C" PRIMARY KEY,
  -- The platform's own id for reports about all tenants.
  tenant_id     text COLLATE "C" NOT NULL,
  network       text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  report        text COLLATE "C" NOT NULL,
  format        text COLLATE "C" NOT NULL CHECK (format IN ('pdf', 'csv', 'json')),
  -- Of the report, besides the period; ids and names of actions only.
  parameters    jsonb NOT NULL,
  cadence       text COLLATE "C" NOT NULL CHECK (cadence IN ('daily', 'weekly', 'monthly')),
  time_zone     text COLLATE "C" NOT NULL,
  recipient_ids text[] COLLATE "C" NOT NULL,
  created_by    text COLLATE "C" NOT NULL REFERENCES users (id),
  created_at    timestamptz NOT NULL,
  -- When the current period is over, and its report is due.
  next_at       timestamptz NOT NULL
);
COMMENT ON TABLE report_schedules IS
  'platform: reports that users are notified of by email, at the end of each period';

CREATE INDEX report_schedules_by_place ON report_schedules (tenant_id, network, id);
CREATE INDEX report_schedules_due ON report_schedules (next_at);

-- One row for each period of a schedule: its emails were queued in the same transaction.
CREATE TABLE report_mailings (
  schedule_id     text COLLATE "C" NOT NULL REFERENCES report_schedules (id) ON DELETE CASCADE,
  first_day       text COLLATE "C" NOT NULL,
  last_day        text COLLATE "C" NOT NULL,
  mailed_at       timestamptz NOT NULL,
  recipient_count integer NOT NULL,
  -- Recipients who may no longer read the report.
  skipped_count   integer NOT NULL,
  PRIMARY KEY (schedule_id, first_day)
);
COMMENT ON TABLE report_mailings IS 'platform: periods of scheduled reports whose recipients were notified';

-- Counts and sums by UTC hour and day, for charts. No chart reads the facts: there may be millions of them.
CREATE TABLE statistics (
  tenant_id text COLLATE "C" NOT NULL,
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- What is counted: transfers, returned payments, ledger changes, API requests.
  series    text COLLATE "C" NOT NULL,
  grain     text COLLATE "C" NOT NULL CHECK (grain IN ('hour', 'day')),
  -- The start of the hour or day.
  at        timestamptz NOT NULL,
  -- Two labels, such as flow and outcome; their meaning depends on the series.
  name      text COLLATE "C" NOT NULL,
  detail    text COLLATE "C" NOT NULL,
  -- Empty if nothing is summed: amounts of two assets are never in one row.
  asset     text COLLATE "C" NOT NULL,
  -- Of durations up to 2^(bucket/2) milliseconds; 0 if the series has no durations.
  bucket    smallint NOT NULL CHECK (bucket >= 0),
  count     bigint NOT NULL,
  units     numeric(38, 0) NOT NULL,
  PRIMARY KEY (tenant_id, network, series, grain, at, name, detail, asset, bucket)
) WITH (fillfactor = 80);
COMMENT ON TABLE statistics IS
  'tenant: counts and sums by hour and day; those of the event feed and of the journal can be rebuilt';

-- Hours are deleted after their retention; days are kept.
CREATE INDEX statistics_hours ON statistics (at) WHERE grain = 'hour';
-- Operators see the returned payments of all tenants together.
CREATE INDEX statistics_returns ON statistics (grain, at) WHERE series = 'returns';
-- The chart of confirmation times, over all tenants.
CREATE INDEX statistics_confirmations ON statistics (grain, at) WHERE series = 'confirmations';

-- How far the logs that are folded into statistics have been read.
CREATE TABLE statistics_positions (
  tenant_id text COLLATE "C" NOT NULL,
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  log       text COLLATE "C" NOT NULL CHECK (log IN ('events', 'journal')),
  position  bigint NOT NULL CHECK (position >= 0),
  PRIMARY KEY (tenant_id, network, log)
) WITH (fillfactor = 80);
COMMENT ON TABLE statistics_positions IS 'tenant: last number of each log that is in the statistics';
