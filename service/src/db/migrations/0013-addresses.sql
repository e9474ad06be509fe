-- Sources and destinations of funds. An internal address is custodial, and key_index identifies its key. An external
-- one is the customer's own, on a chain or at a bank; bank details are sealed in bank_details.
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
  -- Customer, treasury (third-party tokens kept for swaps, visible to operators only), or source of an automation.
  purpose          text COLLATE "C" NOT NULL DEFAULT 'customer'
    CHECK (purpose IN ('customer', 'treasury', 'automation')),
  -- Ownership verification; a verified bank account can be debited. Null for bank accounts that were not linked, and
  -- for on-chain addresses.
  verification     text COLLATE "C" CHECK (verification IN ('pending', 'verified', 'failed')),
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  -- A return code that ends the authorization: the bank address is not debited again until its owner authorizes it
  -- again.
  debit_block_code text COLLATE "C",
  -- Null if the address was added without one.
  prenote          text COLLATE "C" CHECK (prenote IN ('pending', 'accepted', 'returned')),
  -- As given: the address of an account (on_chain_address) with an id of one of its customers (SEP-23).
  muxed_address    text COLLATE "C",
  -- Whose an external address is, as its creator stated it: of the account itself, or of a customer.
  ownership        text CHECK (ownership IN ('self_owned', 'customer_owned')),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  -- Address formats differ between families, so the address alone is enough. Bank addresses have null here, and nulls
  -- are distinct.
  CONSTRAINT unique_address_per_account UNIQUE (tenant_id, account_id, network, on_chain_address),
  CONSTRAINT chain_address_has_family_and_address
    CHECK ((medium = 'chain') = (family IS NOT NULL AND on_chain_address IS NOT NULL)),
  CONSTRAINT internal_address_has_key CHECK ((kind = 'internal') = (key_index IS NOT NULL)),
  CONSTRAINT bank_address_is_external CHECK (medium = 'chain' OR kind = 'external'),
  CONSTRAINT internal_address_is_active CHECK (kind = 'external' OR status = 'active'),
  CONSTRAINT only_bank_address_has_verification CHECK (verification IS NULL OR medium = 'bank'),
  -- A debit rail ends with _debit.
  CONSTRAINT debit_requires_verification
    CHECK (verification IS NOT NULL OR array_to_string(transfer_types, ' ') !~ '_debit( |$)'),
  CONSTRAINT special_purpose_address_is_internal CHECK (purpose = 'customer' OR kind = 'internal'),
  CONSTRAINT addresses_muxed_address_check
    CHECK (muxed_address IS NULL OR (kind = 'external' AND family = 'stellar')),
  CONSTRAINT only_bank_address_has_debit_block CHECK (debit_block_code IS NULL OR medium = 'bank'),
  CONSTRAINT only_bank_address_has_prenote CHECK (prenote IS NULL OR medium = 'bank')
);
COMMENT ON TABLE addresses IS 'tenant: custodial and external addresses of accounts, on chains and at banks';

CREATE INDEX addresses_by_account ON addresses (tenant_id, account_id, network, id);
-- One per family, tenant and network.
CREATE UNIQUE INDEX addresses_treasury ON addresses (tenant_id, network, family) WHERE purpose = 'treasury';
-- Search by on-chain address, case-insensitive, across tenants.
CREATE INDEX addresses_by_text ON addresses ((lower(on_chain_address) COLLATE "C"), tenant_id)
  WHERE on_chain_address IS NOT NULL;
-- Operators have only the id.
CREATE INDEX addresses_debit_blocked ON addresses (id) WHERE debit_block_code IS NOT NULL;
-- Search by the end of an id, which is what lists show of it.
CREATE INDEX addresses_by_id_end ON addresses (reverse(right(id, 8)));
-- Search by the name of a counterparty.
CREATE INDEX addresses_by_name ON addresses (tenant_id, (lower(name) COLLATE "C"), id);

-- Owner and numbers of a bank account, sealed as one value. Only a blind index of routing and account number is outside
-- of it, so that an account cannot add the same bank account twice.
CREATE TABLE bank_details (
  tenant_id    text COLLATE "C" NOT NULL,
  network      text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  address_id   text COLLATE "C" NOT NULL,
  sealed       bytea NOT NULL,
  number_index bytea NOT NULL CHECK (octet_length(number_index) = 32),
  -- The receiving bank sent a notification of change (NOC); its code says which field.
  needs_update boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, address_id),
  FOREIGN KEY (tenant_id, address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT unique_bank_account_number UNIQUE (tenant_id, number_index)
);
COMMENT ON TABLE bank_details IS 'tenant: sealed owners and account numbers of external bank accounts';

-- Of micro deposits only a blind index of the two amounts is stored.
CREATE TABLE bank_links (
  tenant_id            text COLLATE "C" NOT NULL,
  network              text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  address_id           text COLLATE "C" NOT NULL,
  account_id           text COLLATE "C" NOT NULL,
  provider             text COLLATE "C" NOT NULL CHECK (provider IN ('sandbox', 'micro_deposits')),
  customer_webhook_url text,
  amounts_digest       bytea CHECK (octet_length(amounts_digest) = 32),
  tries_left           integer CHECK (tries_left >= 0),
  begun_at             timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, address_id),
  FOREIGN KEY (tenant_id, address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT sandbox_provider_only_on_testnet CHECK (provider <> 'sandbox' OR network = 'testnet'),
  CONSTRAINT micro_deposits_have_amounts
    CHECK ((provider = 'micro_deposits') = (amounts_digest IS NOT NULL AND tries_left IS NOT NULL)),
  CONSTRAINT amounts_have_tries CHECK ((amounts_digest IS NULL) = (tries_left IS NULL))
);
COMMENT ON TABLE bank_links IS 'tenant: ownership verification of linked bank accounts';

CREATE INDEX bank_links_by_account ON bank_links (tenant_id, account_id, network, begun_at);
-- Micro deposits are limited per account and per tenant.
CREATE INDEX bank_links_with_deposits ON bank_links (tenant_id, network, begun_at) WHERE provider = 'micro_deposits';

-- From link token to registered bank account. Tokens are stored as digests. The picked account is sealed, and only
-- until it is registered; a renewal has its account from the address.
CREATE TABLE bank_link_sessions (
  tenant_id         text COLLATE "C" NOT NULL,
  network           text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                text COLLATE "C" NOT NULL,
  account_id        text COLLATE "C" NOT NULL,
  renews_address_id text COLLATE "C",
  state             text COLLATE "C" NOT NULL CHECK (state IN ('opened', 'picked', 'registered')),
  link_digest       bytea NOT NULL CHECK (octet_length(link_digest) = 32),
  link_expires_at   timestamptz NOT NULL,
  public_digest     bytea CHECK (octet_length(public_digest) = 32),
  public_expires_at timestamptz,
  sealed            bytea,
  created_at        timestamptz NOT NULL,
  -- A registration by callback is authorized by the token in its URL, which is not stored. Until an account is picked,
  -- the sealed value is the data for the provider's page.
  callback_digest   bytea CHECK (octet_length(callback_digest) = 32),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, public_digest),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, renews_address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT picked_session_has_public_token CHECK ((state = 'opened') = (public_digest IS NULL)),
  CONSTRAINT public_token_expires CHECK ((public_digest IS NULL) = (public_expires_at IS NULL)),
  CONSTRAINT picked_account_is_sealed CHECK (state <> 'picked' OR (renews_address_id IS NULL) = (sealed IS NOT NULL)),
  CONSTRAINT registered_session_has_no_data CHECK (state <> 'registered' OR sealed IS NULL)
);
COMMENT ON TABLE bank_link_sessions IS 'tenant: link tokens and public tokens of bank links in progress';

-- The link page has only the token.
CREATE INDEX bank_link_sessions_by_link_digest ON bank_link_sessions (link_digest);
-- Expired sessions are deleted.
CREATE INDEX bank_link_sessions_by_creation ON bank_link_sessions (created_at);
-- The callback has only the token.
CREATE INDEX bank_link_sessions_by_callback_digest ON bank_link_sessions (callback_digest);
