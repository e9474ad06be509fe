-- Addresses that the operator froze for a token on a chain, from the order to freeze until the order to unfreeze is done.
-- A freeze is of a token of the catalogue, which is the platform's, and some tokens have no tenant; so it is the platform's.
CREATE TABLE token_freezes (
  network          text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id               text COLLATE "C" NOT NULL,
  token_id         text COLLATE "C" NOT NULL,
  value_type       text COLLATE "C" NOT NULL,
  -- Who issues the token; null for the platform's own.
  tenant_id        text COLLATE "C",
  chain            text COLLATE "C" NOT NULL CHECK (chain IN ('ethereum', 'base', 'solana', 'stellar')),
  address          text COLLATE "C" NOT NULL,
  contract         text COLLATE "C" NOT NULL,
  issuer_key_index integer NOT NULL CHECK (issuer_key_index >= 0),
  status           text COLLATE "C" NOT NULL CHECK (status IN ('freezing', 'frozen', 'unfreezing', 'unfrozen', 'failed')),
  reason           text NOT NULL,
  unfreeze_reason  text,
  freeze_work_id   text COLLATE "C" NOT NULL,
  unfreeze_work_id text COLLATE "C",
  -- Why the last order failed on the chain. After a failed order to unfreeze the address is still frozen.
  failure_reason   text COLLATE "C",
  failure_detail   text,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (network, id),
  FOREIGN KEY (network, token_id) REFERENCES tokens (network, id),
  CONSTRAINT a_failure_is_reported_whole CHECK ((failure_reason IS NULL) = (failure_detail IS NULL)),
  CONSTRAINT a_failed_freeze_says_why CHECK (status <> 'failed' OR failure_reason IS NOT NULL),
  CONSTRAINT unfreezing_has_its_reason_and_work CHECK (
    status NOT IN ('unfreezing', 'unfrozen') OR (unfreeze_reason IS NOT NULL AND unfreeze_work_id IS NOT NULL))
);
COMMENT ON TABLE token_freezes IS 'platform: addresses that the operator froze for a token on a chain';

-- One at a time, and what is asked before value moves.
CREATE UNIQUE INDEX token_freezes_active ON token_freezes (network, value_type, chain, address)
  WHERE status IN ('freezing', 'frozen', 'unfreezing');
CREATE INDEX token_freezes_by_token ON token_freezes (network, token_id, id);
