-- A bank account that its owner has shown to be theirs can be debited. Null for bank accounts that nobody has linked, and
-- for addresses on chains.
ALTER TABLE addresses
  ADD COLUMN verification text COLLATE "C" CHECK (verification IN ('pending', 'verified', 'failed')),
  ADD CONSTRAINT only_a_bank_is_linked CHECK (verification IS NULL OR medium = 'bank'),
  ADD CONSTRAINT only_a_linked_bank_is_debited
    CHECK (verification IS NOT NULL OR NOT (transfer_types && ARRAY['ach_debit', 'same_day_ach_debit'] COLLATE "C"));

-- How a bank account was linked, beside its address. Of micro deposits only a blind index of the two amounts is kept.
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
  CONSTRAINT the_sandbox_vouches_on_testnet CHECK (provider <> 'sandbox' OR network = 'testnet'),
  CONSTRAINT micro_deposits_have_amounts
    CHECK ((provider = 'micro_deposits') = (amounts_digest IS NOT NULL AND tries_left IS NOT NULL)),
  CONSTRAINT nothing_else_has_amounts CHECK ((amounts_digest IS NULL) = (tries_left IS NULL))
);
COMMENT ON TABLE bank_links IS 'tenant: how bank accounts were linked';

CREATE INDEX bank_links_by_account ON bank_links (tenant_id, account_id, network, begun_at);

-- The way from a link token to an account that is registered. Tokens are kept as digests. The account that was picked is
-- sealed, and only while it waits to be registered; a renewal knows its account from the address.
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
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, public_digest),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, renews_address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT a_picked_account_has_its_token CHECK ((state = 'opened') = (public_digest IS NULL)),
  CONSTRAINT a_public_token_ends CHECK ((public_digest IS NULL) = (public_expires_at IS NULL)),
  CONSTRAINT only_a_picked_account_is_sealed
    CHECK ((state = 'picked' AND renews_address_id IS NULL) = (sealed IS NOT NULL))
);
COMMENT ON TABLE bank_link_sessions IS 'tenant: link tokens and public tokens of bank links under way';

-- Whoever opens the page has the token and nothing else.
CREATE INDEX bank_link_sessions_by_link_digest ON bank_link_sessions (link_digest);
-- Those that are over are removed.
CREATE INDEX bank_link_sessions_by_creation ON bank_link_sessions (created_at);
