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
  tenant_id       text COLLATE "C" NOT NULL,
  network         text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id              text COLLATE "C" NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  operation       text COLLATE "C" NOT NULL,
  -- The endpoint that carries it out, and the sealed request.
  endpoint        text COLLATE "C" NOT NULL,
  request         bytea NOT NULL,
  -- What approvers see: JSON of names and values, without personal data.
  summary         jsonb NOT NULL,
  cents           numeric(38, 0),
  -- The requester, and in which role: `user` or `application`.
  requester_type  text COLLATE "C" NOT NULL CHECK (requester_type IN ('user', 'application')),
  requester_id    text COLLATE "C" NOT NULL,
  requester_role  text COLLATE "C" NOT NULL,
  -- What the rules demanded at the time of the request: JSON.
  demands         jsonb NOT NULL,
  status          text COLLATE "C" NOT NULL
    CHECK (status IN ('pending', 'executed', 'failed', 'rejected', 'canceled', 'expired')),
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  -- Of the executed operation: its status code and, if it created something, its location; or the refusal.
  outcome         jsonb,
  -- Tenants do not see the commands of operators. Those that concern no tenant belong to the platform's own tenant.
  is_of_operators boolean NOT NULL DEFAULT false,
  -- The sealed response of an operation that returns a secret, until the requester takes it.
  result          bytea,
  -- When the approvers were notified by email.
  mailed_at       timestamptz,
  -- What rules look at, besides the columns, as JSON: the network that the operation changes, `both` for both; the
  -- value types of both ends and of the amount.
  facts           jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
COMMENT ON TABLE approvals IS 'tenant: operations that wait for approvals';

CREATE INDEX approvals_by_status ON approvals (tenant_id, network, status, id);
CREATE INDEX approvals_by_expiry ON approvals (expires_at) WHERE status = 'pending';
CREATE INDEX approvals_by_id ON approvals (id);
CREATE INDEX approvals_pending ON approvals (id) WHERE status = 'pending';
CREATE INDEX approvals_unmailed ON approvals (id) WHERE status = 'pending' AND mailed_at IS NULL;

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

-- Who has approved an operation can still reject it while it waits.
CREATE UNIQUE INDEX approval_decisions_by_actor
  ON approval_decisions (tenant_id, approval_id, actor_type, actor_id, kind)
  WHERE kind <> 'comment';

-- What counts toward the amount of an approval rule: cents of the newest UTC day on which it was counted, by
-- destination.
CREATE TABLE approval_usage (
  tenant_id   text COLLATE "C" NOT NULL,
  rule_id     text COLLATE "C" NOT NULL,
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- An address on a chain, or the id of a bank address; empty for what has no destination.
  destination text COLLATE "C" NOT NULL,
  day         date NOT NULL,
  cents       numeric(38, 0) NOT NULL,
  PRIMARY KEY (tenant_id, rule_id, network, destination)
) WITH (fillfactor = 50);
COMMENT ON TABLE approval_usage IS 'tenant: amounts that count toward approval rules, by destination and day';
