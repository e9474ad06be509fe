-- Transfers, mints and burns of tokens that their issuer vouches for. A movement has a source, a destination or both; what
-- a chain must be told of each stands in the row, because it was decided when the movement was accepted.
CREATE TABLE token_movements (
  tenant_id              text COLLATE "C" NOT NULL,
  network                text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                     text COLLATE "C" NOT NULL,
  account_id             text COLLATE "C" NOT NULL,
  kind                   text COLLATE "C" NOT NULL CHECK (kind IN ('transfer', 'mint', 'burn')),
  token_id               text COLLATE "C" NOT NULL,
  issuer_key_index       integer NOT NULL CHECK (issuer_key_index >= 0),
  value_type             text COLLATE "C" NOT NULL,
  scale                  smallint NOT NULL CHECK (scale BETWEEN 0 AND 18),
  units                  numeric(38,0) NOT NULL CHECK (units > 0),
  source_address_id      text COLLATE "C",
  source_chain           text COLLATE "C",
  source_address         text COLLATE "C",
  source_key_index       integer,
  source_contract        text COLLATE "C",
  source_work_id         text COLLATE "C",
  destination_address_id text COLLATE "C",
  destination_chain      text COLLATE "C",
  destination_address    text COLLATE "C",
  -- Null for an address outside of custody.
  destination_key_index  integer,
  destination_contract   text COLLATE "C",
  destination_work_id    text COLLATE "C",
  return_work_id         text COLLATE "C",
  status                 text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'complete', 'failed')),
  step                   text COLLATE "C" NOT NULL
    CHECK (step IN ('minting', 'burning', 'moving', 'returning', 'refund_failed', 'done')),
  failure_reason         text COLLATE "C",
  failure_detail         text,
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT a_source_is_whole CHECK (
    num_nonnulls(source_address_id, source_chain, source_address, source_key_index, source_contract)
      = CASE WHEN kind = 'mint' THEN 0 ELSE 5 END),
  CONSTRAINT a_destination_is_whole CHECK (
    num_nonnulls(destination_address_id, destination_chain, destination_address, destination_contract)
      = CASE WHEN kind = 'burn' THEN 0 ELSE 4 END),
  CONSTRAINT pending_until_nothing_is_left_to_do CHECK ((status = 'pending') = (step <> 'done')),
  CONSTRAINT a_failure_is_reported CHECK (
    (failure_reason IS NOT NULL) = (status = 'failed' OR step IN ('returning', 'refund_failed'))
      AND (failure_reason IS NULL) = (failure_detail IS NULL)),
  CONSTRAINT work_under_way_has_its_id CHECK (CASE step
    WHEN 'minting' THEN destination_work_id IS NOT NULL
    WHEN 'burning' THEN source_work_id IS NOT NULL
    WHEN 'moving' THEN source_work_id IS NOT NULL
    WHEN 'returning' THEN return_work_id IS NOT NULL
    ELSE true END)
);
COMMENT ON TABLE token_movements IS 'tenant: transfers, mints and burns of attested tokens';

CREATE INDEX token_movements_by_account ON token_movements (tenant_id, account_id, network, id);
CREATE INDEX token_movements_by_kind ON token_movements (tenant_id, account_id, network, kind, id);
-- The operator looks over all tenants for tokens that are on no chain.
CREATE INDEX token_movements_failed_refund ON token_movements (id) WHERE step = 'refund_failed';
