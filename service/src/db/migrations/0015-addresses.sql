-- Where value comes from and goes to. An internal address is custodial: key_index names the key behind it. An external one
-- is a customer's own: on a chain, or at a bank, and then its details are sealed beside it.
CREATE TABLE addresses (
  tenant_id        text COLLATE "C" NOT NULL,
  network          text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id               text COLLATE "C" NOT NULL,
  account_id       text COLLATE "C" NOT NULL,
  kind             text COLLATE "C" NOT NULL CHECK (kind IN ('internal', 'external')),
  medium           text COLLATE "C" NOT NULL CHECK (medium IN ('chain', 'bank')),
  name             text NOT NULL,
  status           text COLLATE "C" NOT NULL CHECK (status IN ('active', 'archived')),
  transfer_types   text[] COLLATE "C" NOT NULL CHECK (cardinality(transfer_types) > 0),
  family           text COLLATE "C" CHECK (family IN ('evm', 'solana', 'stellar')),
  on_chain_address text COLLATE "C",
  key_index        integer CHECK (key_index >= 0),
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  -- The texts of the families look different, so the address alone is enough. Banks have none, and nulls differ.
  CONSTRAINT an_account_has_an_address_once UNIQUE (tenant_id, account_id, network, on_chain_address),
  CONSTRAINT an_address_on_a_chain_has_its_text
    CHECK ((medium = 'chain') = (family IS NOT NULL AND on_chain_address IS NOT NULL)),
  CONSTRAINT an_internal_address_has_its_key CHECK ((kind = 'internal') = (key_index IS NOT NULL)),
  CONSTRAINT a_bank_is_external CHECK (medium = 'chain' OR kind = 'external'),
  CONSTRAINT an_internal_address_is_not_archived CHECK (kind = 'external' OR status = 'active')
);
COMMENT ON TABLE addresses IS 'tenant: custodial and external addresses of accounts, on chains and at banks';

CREATE INDEX addresses_by_account ON addresses (tenant_id, account_id, network, id);

-- Who owns a bank account and its number, sealed as one value. Only a blind index of routing and account number stands
-- beside it, so that an account cannot have the same bank account twice.
CREATE TABLE bank_details (
  tenant_id    text COLLATE "C" NOT NULL,
  network      text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  address_id   text COLLATE "C" NOT NULL,
  sealed       bytea NOT NULL,
  number_index bytea NOT NULL CHECK (octet_length(number_index) = 32),
  PRIMARY KEY (tenant_id, address_id),
  FOREIGN KEY (tenant_id, address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT an_account_has_a_bank_account_once UNIQUE (tenant_id, number_index)
);
COMMENT ON TABLE bank_details IS 'tenant: sealed owners and numbers of external bank accounts';
