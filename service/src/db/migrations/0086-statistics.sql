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
COMMENT ON TABLE statistics IS 'tenant: counts and sums by hour and day; those of the event feed and of the journal can be rebuilt';

-- Hours are deleted after their retention; days are kept.
CREATE INDEX statistics_hours ON statistics (at) WHERE grain = 'hour';

-- Operators see the returned payments of all tenants together.
CREATE INDEX statistics_returns ON statistics (grain, at) WHERE series = 'returns';

-- Delivery attempts, with the id of the subscription as the name. Counted in the statement that records the attempts, so
-- it is next to them.
CREATE TABLE webhook_statistics (LIKE statistics INCLUDING ALL);
COMMENT ON TABLE webhook_statistics IS 'platform: delivery attempts by hour and day';

-- How far the logs that are folded into statistics have been read.
CREATE TABLE statistics_positions (
  tenant_id text COLLATE "C" NOT NULL,
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  log       text COLLATE "C" NOT NULL CHECK (log IN ('events', 'journal')),
  position  bigint NOT NULL CHECK (position >= 0),
  PRIMARY KEY (tenant_id, network, log)
) WITH (fillfactor = 80);
COMMENT ON TABLE statistics_positions IS 'tenant: last number of each log that is in the statistics';
