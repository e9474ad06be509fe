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
