-- Dollars that came to our account at the bank, or left it. What a bank told of a payment (names, references, the receipt
-- that a return must name) is sealed as one value.
CREATE TABLE payments (
  tenant_id       text COLLATE "C" NOT NULL,
  network         text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id              text COLLATE "C" NOT NULL,
  -- Null while nobody knows whose money it is.
  account_id      text COLLATE "C",
  direction       text COLLATE "C" NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  type            text COLLATE "C" NOT NULL CHECK (type IN ('wire', 'ach', 'rtp')),
  -- Null for what others sent, and for what goes back to them.
  rail            text COLLATE "C",
  amount_cents    numeric(38,0) NOT NULL CHECK (amount_cents > 0),
  status          text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'complete', 'failed', 'returned')),
  owner_name      text COLLATE "C",
  owner_subject   text COLLATE "C",
  transfer_id     text COLLATE "C",
  automation_id   text COLLATE "C",
  -- The bank address that is paid, or pulled from.
  address_id      text COLLATE "C",
  reason_code     text COLLATE "C",
  -- The bank of the other side asks for other data next time.
  correction_code text COLLATE "C",
  sealed          bytea NOT NULL,
  -- Why a person must look; null where nobody has to.
  held_reason     text COLLATE "C"
    CHECK (held_reason IN ('unmatched', 'contradictory', 'sanctioned_sender', 'unnamed_sender', 'refused', 'return_failed')),
  held_note       text,
  held_since      timestamptz,
  list_version    text COLLATE "C",
  hit_uids        text[] COLLATE "C" NOT NULL,
  -- On its way back to the sender by this payment.
  return_id       text COLLATE "C",
  inserted_at     timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT an_owner_is_whole CHECK ((owner_name IS NULL) = (owner_subject IS NULL)),
  CONSTRAINT only_what_arrived_is_held CHECK (held_reason IS NULL OR direction = 'inbound'),
  CONSTRAINT held_since_some_moment CHECK ((held_reason IS NULL) = (held_since IS NULL)),
  CONSTRAINT a_reason_is_reported CHECK ((reason_code IS NOT NULL) = (status IN ('failed', 'returned')))
);
COMMENT ON TABLE payments IS 'tenant: dollars that came to our account at the bank, or left it';

CREATE INDEX payments_by_account ON payments (tenant_id, account_id, network, id);
CREATE INDEX payments_by_transfer ON payments (tenant_id, transfer_id, id) WHERE transfer_id IS NOT NULL;
CREATE INDEX payments_by_automation ON payments (tenant_id, automation_id, id) WHERE automation_id IS NOT NULL;
-- The operator looks over all tenants.
CREATE INDEX payments_by_id ON payments (id);
CREATE INDEX payments_held ON payments (id) WHERE held_reason IS NOT NULL;

-- Which receipts of the bank were taken: each once, whoever it turns out to be for.
CREATE TABLE incoming_payments (
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  bank_reference text COLLATE "C" NOT NULL,
  payment_id     text COLLATE "C" NOT NULL,
  -- A sandbox bank has said that it will come; it is not here yet.
  is_announced   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (network, bank_reference)
);
COMMENT ON TABLE incoming_payments IS 'platform: which receipts of the bank became payments';

-- Account numbers of their own, at which money is received for their owners. A number is ours, and printed in
-- instructions: it is no secret and nobody's personal data.
CREATE TABLE virtual_accounts (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  owner_name     text COLLATE "C" NOT NULL,
  owner_subject  text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  account_number text COLLATE "C" NOT NULL CHECK (account_number ~ '^[0-9]{1,17}$'),
  memo           text COLLATE "C" NOT NULL,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, network, owner_name, owner_subject),
  UNIQUE (tenant_id, network, account_number),
  UNIQUE (tenant_id, network, memo),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id)
);
COMMENT ON TABLE virtual_accounts IS 'tenant: account numbers at which money is received for somebody';
-- The operator names an owner without the tenant.
CREATE INDEX virtual_accounts_by_owner ON virtual_accounts (owner_subject, owner_name);

-- Whose a number or a memo is, before anybody knows the tenant; and what keeps both unique over all tenants.
CREATE TABLE virtual_account_directory (
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_number text COLLATE "C" NOT NULL,
  memo           text COLLATE "C" NOT NULL,
  tenant_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (network, account_number),
  UNIQUE (network, memo)
);
COMMENT ON TABLE virtual_account_directory IS 'platform: whose an account number at the bank is';

-- A number has nine digits of it.
CREATE SEQUENCE virtual_account_numbers MAXVALUE 999999999;

-- The other bank has asked for other data than these; its code says which.
ALTER TABLE bank_details ADD COLUMN needs_update boolean NOT NULL DEFAULT false;
