-- Bank data of a payment (names, references, the incoming payment that a return must reference) is sealed as one value.
CREATE TABLE payments (
  tenant_id       text COLLATE "C" NOT NULL,
  network         text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id              text COLLATE "C" NOT NULL,
  -- Null while the payment is unmatched.
  account_id      text COLLATE "C",
  direction       text COLLATE "C" NOT NULL CHECK (direction IN ('inbound', 'outbound')),
  -- Payment systems and rails are those of rails/registry.ts; the database lists none of them, so that a new one needs
  -- no migration.
  type            text COLLATE "C" NOT NULL,
  -- Null for incoming payments and their returns.
  rail            text COLLATE "C",
  amount_cents    numeric(38,0) NOT NULL CHECK (amount_cents > 0),
  status          text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'complete', 'failed', 'returned')),
  owner_name      text COLLATE "C",
  owner_subject   text COLLATE "C",
  transfer_id     text COLLATE "C",
  automation_id   text COLLATE "C",
  -- The bank address that is credited or debited.
  address_id      text COLLATE "C",
  reason_code     text COLLATE "C",
  -- Notification of change (NOC) code of the receiving bank.
  correction_code text COLLATE "C",
  sealed          bytea NOT NULL,
  -- Why it needs manual review; null if it does not.
  held_reason     text COLLATE "C"
    CHECK (held_reason IN ('unmatched', 'contradictory', 'sanctioned_sender', 'unnamed_sender', 'amount_mismatch',
      'refused', 'return_failed')),
  held_note       text,
  held_since      timestamptz,
  list_version    text COLLATE "C",
  hit_uids        text[] COLLATE "C" NOT NULL,
  -- The payment that returns it to the sender.
  return_id       text COLLATE "C",
  inserted_at     timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  -- An incoming payment is shown as pending until `payment.completed` was published.
  is_published    boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT owner_is_complete CHECK ((owner_name IS NULL) = (owner_subject IS NULL)),
  CONSTRAINT only_inbound_payment_is_held CHECK (held_reason IS NULL OR direction = 'inbound'),
  CONSTRAINT held_payment_has_held_since CHECK ((held_reason IS NULL) = (held_since IS NULL)),
  CONSTRAINT failed_payment_has_reason_code CHECK ((reason_code IS NOT NULL) = (status IN ('failed', 'returned')))
);
COMMENT ON TABLE payments IS 'tenant: inbound and outbound payments on the account at the bank';

CREATE INDEX payments_by_account ON payments (tenant_id, account_id, network, id);
CREATE INDEX payments_by_transfer ON payments (tenant_id, transfer_id, id) WHERE transfer_id IS NOT NULL;
CREATE INDEX payments_by_automation ON payments (tenant_id, automation_id, id) WHERE automation_id IS NOT NULL;
-- Operators read across tenants.
CREATE INDEX payments_by_id ON payments (id);
CREATE INDEX payments_held ON payments (id) WHERE held_reason IS NOT NULL;
-- An inbound payment with a rail is a debit that we ordered; incoming payments have none.
CREATE INDEX payments_debits ON payments (inserted_at) WHERE direction = 'inbound' AND rail IS NOT NULL;
-- The returns of a held payment, by the payment.
CREATE INDEX payments_returns ON payments (owner_subject) WHERE owner_name = 'returns';
-- Lists by amount, and search by amount.
CREATE INDEX payments_by_amount ON payments (tenant_id, network, amount_cents, id);
-- Payments that are not complete are few among many that are.
CREATE INDEX payments_by_status ON payments (tenant_id, network, status, id) WHERE status <> 'complete';
-- Search by the reason of a failure.
CREATE INDEX payments_by_reason_code ON payments (tenant_id, network, reason_code, id) WHERE reason_code IS NOT NULL;
-- Search by the end of an id, which is what lists show of it.
CREATE INDEX payments_by_id_end ON payments (reverse(right(id, 8)));
-- Lists of all payments of a tenant, and their date ranges: they have no payments without an account.
CREATE INDEX payments_by_time ON payments (tenant_id, network, inserted_at, id) WHERE account_id IS NOT NULL;

-- A bank reference identifies exactly one incoming payment, regardless of its owner.
CREATE TABLE incoming_payments (
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  bank_reference text COLLATE "C" NOT NULL,
  payment_id     text COLLATE "C" NOT NULL,
  -- Announced by a sandbox bank, not received yet.
  is_announced   boolean NOT NULL DEFAULT false,
  PRIMARY KEY (network, bank_reference)
);
COMMENT ON TABLE incoming_payments IS 'platform: the payment of each bank reference';

-- Numbers are ours and appear in payment instructions: they are neither secret nor personal data.
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
COMMENT ON TABLE virtual_accounts IS 'tenant: virtual account numbers that receive payments for their owners';

-- Operators look up an owner without the tenant.
CREATE INDEX virtual_accounts_by_owner ON virtual_accounts (owner_subject, owner_name);

-- Finds the tenant of a number or memo, and keeps both unique across tenants.
CREATE TABLE virtual_account_directory (
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_number text COLLATE "C" NOT NULL,
  memo           text COLLATE "C" NOT NULL,
  tenant_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (network, account_number),
  UNIQUE (network, memo)
);
COMMENT ON TABLE virtual_account_directory IS 'platform: the tenant of each virtual account number';

-- Nine digits of a virtual account number.
CREATE SEQUENCE virtual_account_numbers MAXVALUE 999999999;

-- Return rates of ACH debits over 60 days, measured every hour. The platform's own row has the tenant id of zeros.
CREATE TABLE ach_return_rates (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  entries        bigint NOT NULL CHECK (entries > 0),
  unauthorized   bigint NOT NULL,
  administrative bigint NOT NULL,
  overall        bigint NOT NULL,
  -- Rates above Nacha's thresholds.
  exceeded       text[] COLLATE "C" NOT NULL,
  measured_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, network)
);
COMMENT ON TABLE ach_return_rates IS 'tenant: return rates of ACH debits over 60 days';
