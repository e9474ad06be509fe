-- Credits, debits and returns to be sent to the bank. Counterparties, remittance texts and the returned incoming
-- payment are sealed.
CREATE TABLE bank_entries (
  tenant_id       text COLLATE "C" NOT NULL,
  network         text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id              text COLLATE "C" NOT NULL,
  -- A prenote is an ACH entry without money that tests a bank account before its first payment.
  kind            text COLLATE "C" NOT NULL CHECK (kind IN ('payment', 'return', 'prenote')),
  -- Of a return: the rail whose schedule applies.
  rail            text COLLATE "C" NOT NULL,
  subject         text COLLATE "C" NOT NULL,
  amount_cents    numeric(38, 0) NOT NULL,
  sealed          bytea NOT NULL,
  state           text COLLATE "C" NOT NULL
    CHECK (state IN ('queued', 'filed', 'sent', 'settled', 'rejected', 'returned', 'withdrawn')),
  -- No bank file can represent it; it stays queued until its rejection is reported to its owner.
  is_unwritable   boolean NOT NULL DEFAULT false,
  -- By the schedule of the bank; null until the engine has planned it.
  leaves_at       timestamptz,
  cutoff_at       timestamptz,
  settles_at      timestamptz,
  final_at        timestamptz,
  settlement_date text COLLATE "C",
  -- References at the bank: a trace number for ACH, otherwise a UETR in addition to the id.
  trace_number    text COLLATE "C",
  uetr            text COLLATE "C",
  file_id         text COLLATE "C",
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT schedule_is_complete
    CHECK (num_nonnulls(leaves_at, cutoff_at, settles_at, final_at, settlement_date) IN (0, 5)),
  CONSTRAINT filed_entry_has_file
    CHECK (state NOT IN ('filed', 'sent', 'settled', 'returned') OR (file_id IS NOT NULL AND leaves_at IS NOT NULL)),
  CONSTRAINT only_prenote_has_no_amount
    CHECK (CASE kind WHEN 'prenote' THEN amount_cents = 0 ELSE amount_cents > 0 END)
);
COMMENT ON TABLE bank_entries IS 'tenant: bank entries (payments, debits and returns) and their status';

CREATE INDEX bank_entries_by_id ON bank_entries (id);
CREATE INDEX bank_entries_by_trace ON bank_entries (network, trace_number, created_at) WHERE trace_number IS NOT NULL;
CREATE INDEX bank_entries_by_uetr ON bank_entries (network, uetr) WHERE uetr IS NOT NULL;
CREATE INDEX bank_entries_by_file ON bank_entries (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX bank_entries_unplanned ON bank_entries (network, id)
  WHERE state = 'queued' AND leaves_at IS NULL AND NOT is_unwritable;
CREATE INDEX bank_entries_due ON bank_entries (network, leaves_at, id) WHERE state = 'queued' AND NOT is_unwritable;
CREATE INDEX bank_entries_open ON bank_entries (network, state, created_at) WHERE state IN ('queued', 'filed', 'sent');

-- Files to and from the bank, sealed: one file has bank entries of many tenants.
CREATE TABLE bank_files (
  id              text COLLATE "C" PRIMARY KEY,
  network         text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  direction       text COLLATE "C" NOT NULL CHECK (direction IN ('out', 'in')),
  name            text COLLATE "C" NOT NULL,
  sha256          text COLLATE "C" NOT NULL,
  size_bytes      integer NOT NULL,
  state           text COLLATE "C" NOT NULL,
  -- Null for a duplicate, whose content is that of the original.
  sealed          bytea,
  duplicate_of    text COLLATE "C" REFERENCES bank_files (id),
  -- Parse errors with lines and columns, never with content.
  problems        jsonb NOT NULL DEFAULT '[]',
  -- Of an inbound file: when it was moved out of the bank's outbox.
  put_away_at     timestamptz,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  -- Of a file that a recovery read again from the bank's archive.
  restore_id      text COLLATE "C" REFERENCES database_restores (id),
  -- When the bank reported an interim status of a file, or of an entry in it: it has the file.
  acknowledged_at timestamptz,
  UNIQUE (network, direction, name, sha256),
  CONSTRAINT state_matches_direction CHECK (
    CASE direction WHEN 'out' THEN state IN ('stored', 'sent')
                   ELSE state IN ('stored', 'read', 'quarantined', 'duplicate') END),
  CONSTRAINT duplicate_references_original
    CHECK ((state = 'duplicate') = (duplicate_of IS NOT NULL) AND (state = 'duplicate') = (sealed IS NULL))
);
COMMENT ON TABLE bank_files IS 'platform: files to and from banks, with bank entries of many tenants';

CREATE INDEX bank_files_by_content ON bank_files (network, direction, sha256);
CREATE INDEX bank_files_stored ON bank_files (network, direction, id) WHERE state = 'stored';
CREATE INDEX bank_files_quarantined ON bank_files (network, id) WHERE state = 'quarantined';
CREATE INDEX bank_files_waiting ON bank_files (network, id) WHERE direction = 'in' AND put_away_at IS NULL;
CREATE INDEX bank_files_recovered ON bank_files (network, id) WHERE restore_id IS NOT NULL;
-- The newest file that was sent: a recovery looks for its record at the bank's place.
CREATE INDEX bank_files_sent ON bank_files (network, id) WHERE direction = 'out' AND state = 'sent';

-- A bank reference is unique across tenants, so this is a platform table.
CREATE TABLE bank_events (
  id         text COLLATE "C" PRIMARY KEY,
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  key        text COLLATE "C" NOT NULL,
  type       text COLLATE "C" NOT NULL
    CHECK (type IN ('settled', 'rejected', 'returned', 'notification_of_change', 'received')),
  -- Of an incoming payment: set when it is applied, because the owner is found then.
  tenant_id  text COLLATE "C",
  entry_id   text COLLATE "C",
  -- The bank's reference, by which a repeated event is recognized.
  reference  text COLLATE "C",
  sealed     bytea NOT NULL,
  -- A held event waits for the decision about its item.
  state      text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'applied', 'superseded', 'held')),
  -- In bank time; null for immediately.
  due_at     timestamptz,
  attempts   integer NOT NULL DEFAULT 0,
  -- In our time, after applying it failed.
  retry_at   timestamptz,
  file_id    text COLLATE "C" REFERENCES bank_files (id),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (network, key),
  CONSTRAINT applied_event_has_tenant CHECK (state <> 'applied' OR tenant_id IS NOT NULL),
  CONSTRAINT event_references_entry CHECK ((type = 'received') = (entry_id IS NULL))
);
COMMENT ON TABLE bank_events IS 'platform: bank events, stored once and applied once';

CREATE INDEX bank_events_waiting ON bank_events (network, id) WHERE state = 'waiting';
CREATE INDEX bank_events_by_entry ON bank_events (entry_id) WHERE entry_id IS NOT NULL;

-- Credits and debits reported by the bank, by its references: each is processed once.
CREATE TABLE bank_bookings (
  network          text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  reference        text COLLATE "C" NOT NULL,
  direction        text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount_cents     numeric(38, 0) NOT NULL CHECK (amount_cents >= 0),
  transaction_code text COLLATE "C",
  booked_on        text COLLATE "C" NOT NULL,
  file_id          text COLLATE "C" NOT NULL REFERENCES bank_files (id),
  -- The statement that includes it; null while only a notification does.
  report_id        text COLLATE "C",
  created_at       timestamptz NOT NULL,
  -- The part of a booking that was reported before under another reference.
  duplicate_cents  numeric(38, 0) NOT NULL DEFAULT 0,
  PRIMARY KEY (network, reference, direction)
);
COMMENT ON TABLE bank_bookings IS 'platform: booked credits and debits on the account at the bank';

CREATE INDEX bank_bookings_without_statement ON bank_bookings (network, booked_on) WHERE report_id IS NULL;

-- References that networks, and not the bank, give to a movement: the same in each report about it.
CREATE TABLE bank_movement_references (
  network           text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  direction         text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
  -- Such as `uetr/8a56…`, `imad/2026…` or `trace_number/2026-11-16/0910…`.
  name              text COLLATE "C" NOT NULL,
  -- The bank's reference of the booking that had it first, and of the part of the booking.
  booking_reference text COLLATE "C" NOT NULL,
  reference         text COLLATE "C" NOT NULL,
  amount_cents      numeric(38, 0) NOT NULL,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (network, direction, name)
);
COMMENT ON TABLE bank_movement_references IS
  'platform: by what networks know a movement, so that it is booked once';

CREATE INDEX bank_movement_references_of_part ON bank_movement_references (network, direction, reference);

CREATE TABLE bank_statements (
  id             text COLLATE "C" PRIMARY KEY,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  report_id      text COLLATE "C" NOT NULL,
  -- Last digits of the account number only.
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

-- Bank records that no rule resolves and that need manual review.
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
  -- The records that it compares.
  records      jsonb,
  UNIQUE (network, key),
  CONSTRAINT done_item_has_note CHECK ((state = 'done') = (note IS NOT NULL))
);
COMMENT ON TABLE bank_items IS 'platform: bank records that need manual review';

CREATE INDEX bank_items_open ON bank_items (id) WHERE state = 'open';

-- Credits at the bank that are no payments and that an operator used, such as to repay a claim: each once.
CREATE TABLE bank_used_credits (
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- The bank's reference.
  reference    text COLLATE "C" NOT NULL,
  used_for     text COLLATE "C" NOT NULL,
  amount_cents numeric(38, 0) NOT NULL,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (network, reference)
);
COMMENT ON TABLE bank_used_credits IS 'platform: credits at the bank that were used by reference, each once';

-- Trace numbers and file ID modifiers.
CREATE TABLE bank_counters (
  network text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  name    text COLLATE "C" NOT NULL,
  value   numeric(38, 0) NOT NULL,
  PRIMARY KEY (network, name)
);
COMMENT ON TABLE bank_counters IS 'platform: counters for numbers in bank files';
