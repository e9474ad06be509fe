-- Who changed what, when and why. Rows are added in the transaction of the change and never touched again. The key is in
-- the order of time, so that a page, a range of days and the oldest rows are each one stretch of it.
CREATE TABLE audit_log (
  -- Whose log it is: a tenant's, or `platform` for what the service does to itself.
  tenant_id    text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  id           text COLLATE "C" NOT NULL,
  -- Absent where the thing is the same in both networks, as a managing account is.
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
COMMENT ON TABLE audit_log IS 'tenant, both networks: every change and who made it, append-only';

-- Ids name one thing in the whole deployment, so these find it with its tenant and without.
CREATE INDEX audit_log_by_account ON audit_log (account_id, at, id) WHERE account_id IS NOT NULL;
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at, id);
CREATE INDEX audit_log_by_time ON audit_log (at, id);

REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM CURRENT_USER;
