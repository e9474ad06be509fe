-- What happened, per account, in the order in which it was committed. Numbers of identity columns are not ordered
-- across nodes, so each account counts in a row of its own, under its lock.
CREATE TABLE event_sequences (
  tenant_id     text COLLATE "C" NOT NULL,
  network       text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id    text COLLATE "C" NOT NULL,
  last_sequence bigint NOT NULL CHECK (last_sequence > 0),
  PRIMARY KEY (tenant_id, network, account_id)
) WITH (fillfactor = 80);
COMMENT ON TABLE event_sequences IS 'tenant: the number of the last event of each account';

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

-- The service owns its tables, and an owner may lose privileges on them: nothing it runs can rewrite the past.
REVOKE UPDATE, DELETE, TRUNCATE ON events FROM CURRENT_USER;

-- A copy of each event until it has been handed to the consumers. The dispatcher reads it across tenants, so it is the
-- platform's. The counter is taken one by one, never in blocks, so that an account's positions follow its sequence.
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
COMMENT ON TABLE event_outbox IS 'platform: events that the consumers have not seen yet';
