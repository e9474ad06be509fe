-- Restores of this database to an earlier moment. While one of them is not recovered, no worker causes external
-- effects.
CREATE TABLE database_restores (
  id           text COLLATE "C" PRIMARY KEY,
  origin       text COLLATE "C" NOT NULL CHECK (origin IN ('backup', 'point_in_time')),
  backup_id    text COLLATE "C",
  -- The moment of the restored data. What happened after it is missing.
  taken_at     timestamptz NOT NULL,
  restored_at  timestamptz NOT NULL,
  state        text COLLATE "C" NOT NULL CHECK (state IN ('restored', 'recovered')),
  -- From when on every number of ours is beyond those that were used after taken_at.
  advanced_at  timestamptz,
  recovered_at timestamptz,
  -- When an operator allowed the recovery; the node that starts next performs it.
  requested_at timestamptz,
  CONSTRAINT backup_has_id CHECK ((origin = 'backup') = (backup_id IS NOT NULL)),
  CONSTRAINT recovered_restore_has_time CHECK ((state = 'recovered') = (recovered_at IS NOT NULL))
);
COMMENT ON TABLE database_restores IS 'platform: restores of this database, and whether they are recovered';

CREATE INDEX database_restores_open ON database_restores (id) WHERE state = 'restored';

-- External effects of this deployment that the restored database does not know: transactions on chains, and entries in
-- files that a bank has. The operation or entry that has the mark adopts it instead of causing the effect again.
CREATE TABLE recovered_effects (
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- A chain, or `bank`.
  place      text COLLATE "C" NOT NULL,
  -- Identifies the operation on its chain, or the bank entry.
  mark       text COLLATE "C" NOT NULL,
  -- Transaction id, or name of the file.
  reference  text COLLATE "C" NOT NULL,
  restore_id text COLLATE "C" NOT NULL REFERENCES database_restores (id),
  -- What an operator needs to decide: addresses, amounts, heights. No names and no account numbers.
  detail     jsonb NOT NULL,
  state      text COLLATE "C" NOT NULL CHECK (state IN ('open', 'adopted', 'closed')),
  -- Stays when an operation adopts a closed difference after all.
  note       text,
  found_at   timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (network, place, mark, reference),
  CONSTRAINT closed_effect_has_note CHECK (state <> 'closed' OR note IS NOT NULL)
);
COMMENT ON TABLE recovered_effects IS
  'platform: external effects after the moment of a restore, and what became of them';

CREATE INDEX recovered_effects_by_reference ON recovered_effects (network, place, reference);
CREATE INDEX recovered_effects_free ON recovered_effects (network, place, mark) WHERE state <> 'adopted';
-- Entries that a bank has, by the part of their ids that does not depend on time. A step that orders a payment looks
-- here.
CREATE INDEX recovered_effects_by_ending ON recovered_effects (network, right(mark, 16))
  WHERE place = 'bank' AND state <> 'adopted';
