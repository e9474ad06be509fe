-- Who changed what, when and why. Rows are added in the transaction of the change and never touched again.
CREATE TABLE audit_log (
  tenant_id    text COLLATE "C" NOT NULL,
  id           text COLLATE "C" NOT NULL,
  network      text CHECK (network IN ('testnet', 'mainnet')),
  account_id   text COLLATE "C",
  at           timestamptz NOT NULL,
  actor_type   text NOT NULL CHECK (actor_type IN ('application', 'person', 'operator', 'system')),
  actor_id     text COLLATE "C" NOT NULL,
  request_id   text COLLATE "C",
  action       text COLLATE "C" NOT NULL,
  subject_type text COLLATE "C" NOT NULL,
  subject_id   text COLLATE "C" NOT NULL,
  before       jsonb,
  after        jsonb,
  PRIMARY KEY (tenant_id, id)
);
COMMENT ON TABLE audit_log IS 'tenant, both networks: every state-changing action, append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM CURRENT_USER;
