-- Entries that are not sealed yet: one row for those of one tenant that were recorded together, written in their
-- transaction. The sealer moves it into the chain right after the commit, so no transaction waits for a head.
CREATE TABLE audit_unsealed (
  -- As in `audit_log`: the tenant, or `platform`.
  tenant_id text COLLATE "C" NOT NULL,
  -- Of the first entry. Ids are in time order, and so is the chain.
  id        text COLLATE "C" NOT NULL,
  at        timestamptz NOT NULL,
  entry_ids text[] COLLATE "C" NOT NULL,
  -- SHA-256 of each entry; null for entries from before the chain, which the sealer reads.
  digests   bytea[],
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

-- The existing entries, in the order of their time. The primary key has that order, so this is one scan without a sort,
-- whatever the size of the log; the sealer does the rest in small transactions while the service runs.
INSERT INTO audit_unsealed (tenant_id, id, at, entry_ids)
SELECT tenant_id, min(id), at, array_agg(id ORDER BY id)
  FROM (SELECT tenant_id, at, id, (row_number() OVER (PARTITION BY tenant_id, at ORDER BY id) - 1) / 500 AS part
          FROM audit_log) AS entry
 GROUP BY tenant_id, at, part;

-- The daily verification of the audit log runs in rounds, too.
ALTER TABLE journal_rounds DROP CONSTRAINT journal_rounds_name_check;
ALTER TABLE journal_rounds
  ADD CONSTRAINT journal_rounds_name_check CHECK (name IN ('ledger.verify', 'audit.verify'));
