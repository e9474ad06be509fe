-- Rules that demand approvals by other users before an operation takes effect. Tenants set rules for themselves,
-- operators for one tenant or for all.
CREATE TABLE approval_rules (
  id             text COLLATE "C" PRIMARY KEY,
  set_by         text COLLATE "C" NOT NULL CHECK (set_by IN ('tenant', 'platform')),
  -- NULL for every tenant.
  tenant_id      text COLLATE "C",
  operation      text COLLATE "C" NOT NULL,
  -- NULL for both.
  network        text COLLATE "C" CHECK (network IN ('testnet', 'mainnet')),
  -- NULL for any.
  asset          text COLLATE "C",
  -- Applies above this amount in USD cents, one to one; NULL for any amount, and for operations without one.
  above_cents    numeric(38, 0) CHECK (above_cents >= 0),
  -- Applies to requests of this role, or of applications; NULL for any.
  requester_role text COLLATE "C",
  approvals      smallint NOT NULL CHECK (approvals BETWEEN 1 AND 5),
  approver_roles text[] NOT NULL CHECK (cardinality(approver_roles) BETWEEN 1 AND 10),
  created_at     timestamptz NOT NULL,
  removed_at     timestamptz,
  CHECK (set_by = 'platform' OR tenant_id IS NOT NULL)
);
COMMENT ON TABLE approval_rules IS 'platform: rules that demand approvals';
CREATE INDEX approval_rules_by_tenant ON approval_rules (tenant_id) WHERE removed_at IS NULL;

-- An operation that waits for approvals, with everything needed to carry it out.
CREATE TABLE approvals (
  tenant_id    text COLLATE "C" NOT NULL,
  network      text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id           text COLLATE "C" NOT NULL,
  account_id   text COLLATE "C" NOT NULL,
  operation    text COLLATE "C" NOT NULL,
  -- The endpoint that carries it out, and the sealed request.
  endpoint     text COLLATE "C" NOT NULL,
  request      bytea NOT NULL,
  -- What approvers see: JSON of names and values, without personal data.
  summary      jsonb NOT NULL,
  cents        numeric(38, 0),
  asset        text COLLATE "C",
  -- The requester, and in which role: `user` or `application`.
  requester_type text COLLATE "C" NOT NULL CHECK (requester_type IN ('user', 'application')),
  requester_id   text COLLATE "C" NOT NULL,
  requester_role text COLLATE "C" NOT NULL,
  -- What the rules demanded at the time of the request: JSON.
  demands      jsonb NOT NULL,
  status       text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'executed', 'failed', 'rejected', 'canceled', 'expired')),
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  -- Of the executed operation: its status code and, if it created something, its location; or the refusal.
  outcome      jsonb,
  PRIMARY KEY (tenant_id, id)
);
COMMENT ON TABLE approvals IS 'tenant: operations that wait for approvals';
CREATE INDEX approvals_by_status ON approvals (tenant_id, network, status, id);
CREATE INDEX approvals_by_expiry ON approvals (expires_at) WHERE status = 'pending';

-- Approvals, rejections and comments, in order.
CREATE TABLE approval_decisions (
  tenant_id   text COLLATE "C" NOT NULL,
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  approval_id text COLLATE "C" NOT NULL,
  id          text COLLATE "C" NOT NULL,
  kind        text COLLATE "C" NOT NULL CHECK (kind IN ('approve', 'reject', 'comment')),
  actor_type  text COLLATE "C" NOT NULL CHECK (actor_type IN ('user', 'application')),
  actor_id    text COLLATE "C" NOT NULL,
  comment     text CHECK (length(comment) BETWEEN 1 AND 1000),
  decided_at  timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, approval_id, id),
  FOREIGN KEY (tenant_id, approval_id) REFERENCES approvals (tenant_id, id)
);
COMMENT ON TABLE approval_decisions IS 'tenant: decisions on operations that wait for approvals';
-- One decision per user.
CREATE UNIQUE INDEX approval_decisions_by_actor ON approval_decisions (tenant_id, approval_id, actor_type, actor_id)
  WHERE kind <> 'comment';

-- Who gave a user access or changed it: such a user does not count as a second user for a while, and never for the user
-- who invited or reset them.
CREATE TABLE access_changes (
  user_id    text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL CHECK (kind IN ('invited', 'role', 'reset')),
  -- NULL for the service itself, and for an operator at the command line.
  changed_by text COLLATE "C",
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
COMMENT ON TABLE access_changes IS 'platform: invitations, role changes and resets of console users';
-- Who invited the existing users is not known.
INSERT INTO access_changes (user_id, id, kind, changed_at) SELECT id, id, 'invited', created_at FROM users;
