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
COMMENT ON TABLE report_schedules IS 'platform: reports that users are notified of by email, at the end of each period';

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
