-- The bank simulator of testnet and local deployments. It is an external system: no other table references these, and
-- it knows only the content of our files. One bank per network.
CREATE TABLE sandbox_banks (
  network       text PRIMARY KEY CHECK (network IN ('testnet', 'mainnet')),
  -- Null until it is set explicitly: the configuration applies until then.
  clock_mode    text COLLATE "C" CHECK (clock_mode IN ('seconds', 'calendar')),
  -- Offset of the bank's clock from ours; it only increases.
  ahead_ms      bigint NOT NULL CHECK (ahead_ms >= 0),
  -- Next number for everything that the bank numbers: files, references, traces.
  next_number   bigint NOT NULL CHECK (next_number > 0),
  -- The last banking day with a statement, and its closing balance.
  stated_until  text COLLATE "C" NOT NULL,
  balance_cents numeric(38, 0) NOT NULL
);
COMMENT ON TABLE sandbox_banks IS 'platform: clock, counters and balance of the sandbox bank';

-- Each tenant has its own clock at the sandbox bank. Times of its payments are stored by the bank's clock: when a
-- tenant advances its clock, they are brought forward.
CREATE TABLE sandbox_bank_clocks (
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  tenant_id  text COLLATE "C" NOT NULL,
  -- Null until it is set explicitly: the bank's mode applies until then.
  clock_mode text COLLATE "C" CHECK (clock_mode IN ('seconds', 'calendar')),
  -- Offset from the bank's clock.
  ahead_ms   bigint NOT NULL CHECK (ahead_ms >= 0),
  PRIMARY KEY (network, tenant_id)
);
COMMENT ON TABLE sandbox_bank_clocks IS 'platform: clocks of tenants at the sandbox bank';

-- Accepted and refused files. The content is not stored; its instructions are in sandbox_bank_items.
CREATE TABLE sandbox_bank_deliveries (
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  sha256       text COLLATE "C" NOT NULL,
  name         text COLLATE "C" NOT NULL,
  -- The id of an accepted ISO 20022 message: a bank accepts each only once.
  message_id   text COLLATE "C",
  outcome      text COLLATE "C" NOT NULL CHECK (outcome IN ('taken', 'refused')),
  -- Code and rules, never content.
  refused_for  text,
  -- How often the same bytes were submitted again, without effect.
  repeats      integer NOT NULL DEFAULT 0,
  delivered_at timestamptz NOT NULL,
  -- The entries in a delivered file, as its sender names them: `id trace`, one per line.
  entries      text COLLATE "C" NOT NULL DEFAULT '',
  PRIMARY KEY (network, sha256),
  UNIQUE (network, message_id),
  CONSTRAINT refused_delivery_has_reason CHECK ((outcome = 'refused') = (refused_for IS NOT NULL))
);
COMMENT ON TABLE sandbox_bank_deliveries IS 'platform: files submitted to the sandbox bank';

-- Outgoing credits and debits, returns, and incoming payments.
CREATE TABLE sandbox_bank_items (
  network            text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                 text COLLATE "C" NOT NULL,
  kind               text COLLATE "C" NOT NULL CHECK (kind IN ('payment', 'return', 'incoming_payment')),
  system             text COLLATE "C" NOT NULL,
  -- From the view of our account: a credit increases the balance.
  direction          text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount_cents       numeric(38, 0) NOT NULL CHECK (amount_cents > 0),
  -- As in files: the trace number for ACH, otherwise the end-to-end or return id; the bank's reference for an incoming
  -- payment.
  reference          text COLLATE "C" NOT NULL,
  -- The bank's reference, from the booking on; of an incoming payment from the beginning.
  bank_reference     text COLLATE "C",
  -- IMAD or trace number.
  clearing_reference text COLLATE "C",
  state              text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'settled', 'rejected', 'returned')),
  -- The result when it is due.
  outcome            text COLLATE "C" NOT NULL CHECK (outcome IN ('settle', 'reject', 'return')),
  due_at             timestamptz NOT NULL,
  settled_at         timestamptz,
  -- Names, account numbers, remittance texts, return reason.
  sealed             bytea NOT NULL,
  created_at         timestamptz NOT NULL,
  -- The tenant whose clock applies; null for the bank's own.
  tenant_id          text COLLATE "C",
  PRIMARY KEY (network, id),
  CONSTRAINT settled_item_has_settled_at CHECK (state <> 'settled' OR settled_at IS NOT NULL)
);
COMMENT ON TABLE sandbox_bank_items IS
  'platform: payments, returns and incoming payments at the sandbox bank';

CREATE INDEX sandbox_bank_items_due ON sandbox_bank_items (network, due_at, id) WHERE state = 'waiting';
CREATE INDEX sandbox_bank_items_by_reference ON sandbox_bank_items (network, reference, id);
CREATE INDEX sandbox_bank_incoming_payments_by_clearing ON sandbox_bank_items (network, clearing_reference, id)
  WHERE kind = 'incoming_payment';
CREATE INDEX sandbox_bank_items_of_tenant ON sandbox_bank_items (network, tenant_id)
  WHERE state = 'waiting' AND tenant_id IS NOT NULL;

CREATE TABLE sandbox_bank_bookings (
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  number         bigint NOT NULL,
  item_id        text COLLATE "C" NOT NULL,
  kind           text COLLATE "C" NOT NULL CHECK (kind IN ('settlement', 'return')),
  direction      text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount_cents   numeric(38, 0) NOT NULL CHECK (amount_cents > 0),
  bank_reference text COLLATE "C" NOT NULL,
  -- Banking day, `YYYY-MM-DD`.
  day            text COLLATE "C" NOT NULL,
  booked_at      timestamptz NOT NULL,
  PRIMARY KEY (network, number),
  UNIQUE (network, bank_reference),
  FOREIGN KEY (network, item_id) REFERENCES sandbox_bank_items (network, id)
);
COMMENT ON TABLE sandbox_bank_bookings IS
  'platform: booked credits and debits on the account at the sandbox bank';

CREATE INDEX sandbox_bank_bookings_by_day ON sandbox_bank_bookings (network, day, number);

-- Created once and kept: waiting to be collected, or archived.
CREATE TABLE sandbox_bank_files (
  network     text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  number      bigint NOT NULL,
  -- Unique, except for a file that a simulation publishes again under its old name.
  name        text COLLATE "C" NOT NULL,
  sealed      bytea NOT NULL,
  ready_at    timestamptz NOT NULL,
  put_away_to text COLLATE "C" CHECK (put_away_to IN ('archive', 'quarantine')),
  PRIMARY KEY (network, number)
);
COMMENT ON TABLE sandbox_bank_files IS 'platform: files created by the sandbox bank';

CREATE INDEX sandbox_bank_files_waiting ON sandbox_bank_files (network, ready_at, number) WHERE put_away_to IS NULL;
CREATE INDEX sandbox_bank_files_by_name ON sandbox_bank_files (network, name, number);
