-- What a bank has to do for a tenant: pay, pull, or give back what came. Counterparties, texts and receipts are sealed.
CREATE TABLE bank_entries (
  tenant_id       text COLLATE "C" NOT NULL,
  network         text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id              text COLLATE "C" NOT NULL,
  kind            text COLLATE "C" NOT NULL CHECK (kind IN ('payment', 'return')),
  -- Of a return: the rail by whose timetable it goes.
  rail            text COLLATE "C" NOT NULL,
  subject         text COLLATE "C" NOT NULL,
  amount_cents    numeric(38, 0) NOT NULL CHECK (amount_cents > 0),
  sealed          bytea NOT NULL,
  state           text COLLATE "C" NOT NULL
    CHECK (state IN ('queued', 'filed', 'sent', 'settled', 'rejected', 'returned', 'withdrawn')),
  -- No file can hold it; it stays queued until its owner is told that it was rejected.
  is_unwritable   boolean NOT NULL DEFAULT false,
  -- By the timetable of the bank; null until the engine has asked for it.
  leaves_at       timestamptz,
  cutoff_at       timestamptz,
  settles_at      timestamptz,
  final_at        timestamptz,
  settlement_date text COLLATE "C",
  -- What the bank knows it by: a trace number on ACH, else a UETR beside its id.
  trace_number    text COLLATE "C",
  uetr            text COLLATE "C",
  file_id         text COLLATE "C",
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT times_are_whole CHECK (num_nonnulls(leaves_at, cutoff_at, settles_at, final_at, settlement_date) IN (0, 5)),
  CONSTRAINT what_left_is_in_a_file
    CHECK (state NOT IN ('filed', 'sent', 'settled', 'returned') OR (file_id IS NOT NULL AND leaves_at IS NOT NULL))
);
COMMENT ON TABLE bank_entries IS 'tenant: what a bank has to pay, pull or give back, and how far it is';

CREATE INDEX bank_entries_by_id ON bank_entries (id);
CREATE INDEX bank_entries_by_trace ON bank_entries (network, trace_number, created_at) WHERE trace_number IS NOT NULL;
CREATE INDEX bank_entries_by_uetr ON bank_entries (network, uetr) WHERE uetr IS NOT NULL;
CREATE INDEX bank_entries_by_file ON bank_entries (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX bank_entries_unplanned ON bank_entries (network, id)
  WHERE state = 'queued' AND leaves_at IS NULL AND NOT is_unwritable;
CREATE INDEX bank_entries_due ON bank_entries (network, leaves_at, id) WHERE state = 'queued' AND NOT is_unwritable;
CREATE INDEX bank_entries_open ON bank_entries (network, state, created_at) WHERE state IN ('queued', 'filed', 'sent');

-- Files to the bank and from it, sealed as they are: one file holds entries of many tenants.
CREATE TABLE bank_files (
  id           text COLLATE "C" PRIMARY KEY,
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  direction    text COLLATE "C" NOT NULL CHECK (direction IN ('out', 'in')),
  name         text COLLATE "C" NOT NULL,
  sha256       text COLLATE "C" NOT NULL,
  size_bytes   integer NOT NULL,
  state        text COLLATE "C" NOT NULL,
  -- Null for a duplicate, whose bytes are those of the first.
  sealed       bytea,
  duplicate_of text COLLATE "C" REFERENCES bank_files (id),
  -- Why it cannot be read, with lines and columns; never with what stands there.
  problems     jsonb NOT NULL DEFAULT '[]',
  -- Of one from the bank: since when it waits there no more.
  put_away_at  timestamptz,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  UNIQUE (network, direction, name, sha256),
  CONSTRAINT a_state_fits_its_direction CHECK (
    CASE direction WHEN 'out' THEN state IN ('stored', 'sent') ELSE state IN ('stored', 'read', 'quarantined', 'duplicate') END),
  CONSTRAINT a_duplicate_points_to_the_first
    CHECK ((state = 'duplicate') = (duplicate_of IS NOT NULL) AND (state = 'duplicate') = (sealed IS NULL))
);
COMMENT ON TABLE bank_files IS 'platform: files to banks and from them, with entries of many tenants';

CREATE INDEX bank_files_by_content ON bank_files (network, direction, sha256);
CREATE INDEX bank_files_stored ON bank_files (network, direction, id) WHERE state = 'stored';
CREATE INDEX bank_files_quarantined ON bank_files (network, id) WHERE state = 'quarantined';
CREATE INDEX bank_files_waiting ON bank_files (network, id) WHERE direction = 'in' AND put_away_at IS NULL;

-- What the bank said, once each. A reference of the bank is one over all tenants, so this is one list.
CREATE TABLE bank_events (
  id         text COLLATE "C" PRIMARY KEY,
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  key        text COLLATE "C" NOT NULL,
  type       text COLLATE "C" NOT NULL CHECK (type IN ('settled', 'rejected', 'returned', 'corrected', 'received')),
  -- Of a receipt: whose it is was found when it was told.
  tenant_id  text COLLATE "C",
  entry_id   text COLLATE "C",
  -- The bank's own reference, by which the same thing said twice is known.
  reference  text COLLATE "C",
  sealed     bytea NOT NULL,
  state      text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'applied', 'superseded')),
  -- By the bank's time; null for at once.
  due_at     timestamptz,
  attempts   integer NOT NULL DEFAULT 0,
  -- By our time, after somebody could not be told.
  retry_at   timestamptz,
  file_id    text COLLATE "C" REFERENCES bank_files (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (network, key),
  CONSTRAINT reported_to_somebody CHECK (state <> 'applied' OR tenant_id IS NOT NULL),
  CONSTRAINT about_an_entry CHECK ((type = 'received') = (entry_id IS NULL))
);
COMMENT ON TABLE bank_events IS 'platform: what banks said, stored once and told once';

CREATE INDEX bank_events_waiting ON bank_events (network, id) WHERE state = 'waiting';
CREATE INDEX bank_events_by_entry ON bank_events (entry_id) WHERE entry_id IS NOT NULL;

-- Movements on our account that the bank has told us of, by its references: each is acted on once.
CREATE TABLE bank_bookings (
  network          text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  reference        text COLLATE "C" NOT NULL,
  direction        text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount_cents     numeric(38, 0) NOT NULL CHECK (amount_cents >= 0),
  transaction_code text COLLATE "C",
  booked_on        text COLLATE "C" NOT NULL,
  file_id          text COLLATE "C" NOT NULL REFERENCES bank_files (id),
  -- The statement that shows it; null while only a notification did.
  report_id        text COLLATE "C",
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (network, reference, direction)
);
COMMENT ON TABLE bank_bookings IS 'platform: movements on the account at the bank, as the bank told them';

CREATE INDEX bank_bookings_unstated ON bank_bookings (network, booked_on) WHERE report_id IS NULL;

-- What the bank says that we have.
CREATE TABLE bank_statements (
  id             text COLLATE "C" PRIMARY KEY,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  report_id      text COLLATE "C" NOT NULL,
  -- The last digits of the account alone.
  account_ending text COLLATE "C" NOT NULL,
  stated_on      text COLLATE "C" NOT NULL,
  opening_cents  numeric(38, 0),
  closing_cents  numeric(38, 0),
  credit_cents   numeric(38, 0) NOT NULL,
  debit_cents    numeric(38, 0) NOT NULL,
  file_id        text COLLATE "C" NOT NULL REFERENCES bank_files (id),
  created_at     timestamptz NOT NULL,
  UNIQUE (network, account_ending, report_id)
);
COMMENT ON TABLE bank_statements IS 'platform: balances of the account at the bank, for reconciliation';

CREATE INDEX bank_statements_by_date ON bank_statements (network, stated_on, id);

-- What no rule decides, and a person has to look at.
CREATE TABLE bank_items (
  id           text COLLATE "C" PRIMARY KEY,
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  key          text COLLATE "C" NOT NULL,
  kind         text COLLATE "C" NOT NULL,
  file_id      text COLLATE "C" REFERENCES bank_files (id),
  entry_id     text COLLATE "C",
  reference    text COLLATE "C",
  amount_cents numeric(38, 0),
  detail       text NOT NULL,
  state        text COLLATE "C" NOT NULL CHECK (state IN ('open', 'done')),
  note         text,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  UNIQUE (network, key),
  CONSTRAINT what_is_done_has_a_note CHECK ((state = 'done') = (note IS NOT NULL))
);
COMMENT ON TABLE bank_items IS 'platform: what banks said that a person has to look at';

CREATE INDEX bank_items_open ON bank_items (id) WHERE state = 'open';

-- Numbers that files need: trace numbers and modifiers.
CREATE TABLE bank_counters (
  network text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  name    text COLLATE "C" NOT NULL,
  value   numeric(38, 0) NOT NULL,
  PRIMARY KEY (network, name)
);
COMMENT ON TABLE bank_counters IS 'platform: numbers that files to banks need';

-- One node at a time speaks with the bank of a network.
CREATE TABLE bank_leases (
  network    text PRIMARY KEY CHECK (network IN ('testnet', 'mainnet')),
  holder     text COLLATE "C" NOT NULL,
  epoch      numeric(38, 0) NOT NULL,
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE bank_leases IS 'platform: which node speaks with the bank of a network';
