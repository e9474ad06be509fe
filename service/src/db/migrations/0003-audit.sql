-- Rows are inserted in the transaction of the change and never updated. The primary key is in time order, so that a
-- page, a range of days and the oldest rows are each one range of it.
CREATE TABLE audit_log (
  -- The tenant, or `platform` for actions of the service itself.
  tenant_id    text COLLATE "C" NOT NULL,
  at           timestamptz NOT NULL,
  id           text COLLATE "C" NOT NULL,
  -- Null where the target exists in both networks, such as a managing account.
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
COMMENT ON TABLE audit_log IS 'tenant, both networks: every change with its actor, append-only';

-- Ids are unique in the whole deployment, so these work with and without the tenant.
CREATE INDEX audit_log_by_account ON audit_log (account_id, at, id) WHERE account_id IS NOT NULL;
CREATE INDEX audit_log_by_subject ON audit_log (subject_id, at, id);
CREATE INDEX audit_log_by_time ON audit_log (at, id);
-- Changes of access, credentials and approval rules, and requests for approval, which admins are notified of. The same
-- list is in audit/notice-store.ts.
CREATE INDEX audit_log_by_every_notice ON audit_log (tenant_id, at, id) WHERE action IN (
  'application.add_key', 'application.create', 'application.rotate_secret', 'approval.request', 'approval_rule.create',
  'approval_rule.remove', 'invitation.create', 'invitation.issue_link', 'member.change_role', 'member.join',
  'member.remove', 'scim_token.create', 'user.become_operator', 'user.break_glass_sign_in', 'user.change_role',
  'user.disable', 'user.enable', 'user.link_identity', 'user.reset_password', 'user.set_break_glass');

REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM CURRENT_USER;

-- Entries that are not sealed yet: one row for those of one tenant that were recorded together, written in their
-- transaction. The sealer moves it into the chain right after the commit, so no transaction waits for a head.
CREATE TABLE audit_unsealed (
  -- As in `audit_log`: the tenant, or `platform`.
  tenant_id text COLLATE "C" NOT NULL,
  -- Of the first entry. Ids are in time order, and so is the chain.
  id        text COLLATE "C" NOT NULL,
  at        timestamptz NOT NULL,
  entry_ids text[] COLLATE "C" NOT NULL,
  -- SHA-256 of each entry.
  digests   bytea[] NOT NULL,
  PRIMARY KEY (tenant_id, id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000);
COMMENT ON TABLE audit_unsealed IS 'tenant, both networks: audit log entries that are not in the chain yet';

-- The chain. Each seal contains the hash of the previous one of its tenant.
CREATE TABLE audit_seals (
  tenant_id text COLLATE "C" NOT NULL,
  sequence  bigint NOT NULL CHECK (sequence > 0),
  -- Order of sealing across all chains, for the export.
  position  bigint NOT NULL,
  at        timestamptz NOT NULL,
  entry_ids text[] COLLATE "C" NOT NULL,
  digests   bytea[] NOT NULL CHECK (cardinality(digests) = cardinality(entry_ids)),
  sealed_at timestamptz NOT NULL,
  hash      bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, sequence)
);
COMMENT ON TABLE audit_seals IS 'tenant, both networks: hash chain over the audit log, append-only';

CREATE INDEX audit_seals_by_time ON audit_seals (tenant_id, at);
CREATE INDEX audit_seals_by_position ON audit_seals (position);

REVOKE UPDATE, DELETE, TRUNCATE ON audit_seals FROM CURRENT_USER;

-- Only the sealer takes numbers, one transaction after the other, so their order is that of the commits.
CREATE SEQUENCE audit_seal_positions CACHE 1;

-- The end of each chain, and where it was at its last successful verification.
CREATE TABLE audit_heads (
  tenant_id         text COLLATE "C" PRIMARY KEY,
  sequence          bigint NOT NULL CHECK (sequence > 0),
  hash              bytea NOT NULL CHECK (octet_length(hash) = 32),
  entry_count       bigint NOT NULL CHECK (entry_count > 0),
  sealed_at         timestamptz NOT NULL,
  verified_sequence bigint,
  verified_hash     bytea,
  verified_at       timestamptz
);
COMMENT ON TABLE audit_heads IS 'tenant, both networks: end of each chain of the audit log';

-- Written by the owner when old entries are removed: the chain then starts after this seal.
CREATE TABLE audit_prunings (
  tenant_id text COLLATE "C" PRIMARY KEY,
  sequence  bigint NOT NULL CHECK (sequence > 0),
  hash      bytea NOT NULL CHECK (octet_length(hash) = 32),
  pruned_at timestamptz NOT NULL
);
COMMENT ON TABLE audit_prunings IS 'tenant, both networks: last removed seal of each chain of the audit log';

CREATE TABLE audit_exports (
  name        text COLLATE "C" PRIMARY KEY,
  position    bigint NOT NULL,
  exported_at timestamptz NOT NULL
);
COMMENT ON TABLE audit_exports IS 'platform: how far the audit log is exported';
