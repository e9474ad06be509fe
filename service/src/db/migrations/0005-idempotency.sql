-- What was answered to which key, so that a repeated request gets the first answer again. A row is claimed before the
-- work and answered after it, in the transaction of the effect; a committed row always has its answer.
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
COMMENT ON TABLE idempotency_records IS 'tenant: answers kept for replays, removed when they are old';

CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at);
