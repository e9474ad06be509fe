-- Tokens that came to a custodial address from outside, as the ledger has them: credited to the address, or held in suspense
-- because of where they came from, until a person releases them.
CREATE TABLE token_deposits (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id             text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  address_id     text COLLATE "C" NOT NULL,
  chain          text COLLATE "C" NOT NULL,
  token_id       text COLLATE "C" NOT NULL,
  value_type     text COLLATE "C" NOT NULL,
  scale          smallint NOT NULL CHECK (scale BETWEEN 0 AND 18),
  units          numeric(38, 0) NOT NULL CHECK (units > 0),
  from_address   text COLLATE "C",
  transaction_id text COLLATE "C" NOT NULL,
  transfer_index integer NOT NULL,
  status         text COLLATE "C" NOT NULL CHECK (status IN ('complete', 'held', 'released')),
  -- The list by which it was held, and the numbers of its entries.
  list_version   text COLLATE "C",
  hit_uids       text[] COLLATE "C" NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, chain, transaction_id, transfer_index, network),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id)
);
COMMENT ON TABLE token_deposits IS 'tenant: tokens that came to custodial addresses from outside';

CREATE INDEX token_deposits_by_account ON token_deposits (tenant_id, account_id, network, id);
-- The operator looks over all tenants for what waits for a person.
CREATE INDEX token_deposits_held ON token_deposits (id) WHERE status = 'held';
