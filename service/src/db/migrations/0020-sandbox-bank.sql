-- The bank that stands in for one on testnet and on a machine for trying things out. It is the outside world: nothing of
-- ours points at these tables, and it knows of us what stood in our files. One bank for each network.
CREATE TABLE sandbox_banks (
  network       text PRIMARY KEY CHECK (network IN ('testnet', 'mainnet')),
  -- Null until somebody chooses: the setting decides until then.
  clock_mode    text COLLATE "C" CHECK (clock_mode IN ('seconds', 'calendar')),
  -- How far the bank's clock is ahead of ours; it only grows.
  ahead_ms      bigint NOT NULL CHECK (ahead_ms >= 0),
  -- The next number of everything that the bank numbers: files, references, traces.
  next_number   bigint NOT NULL CHECK (next_number > 0),
  -- The last banking day that a statement was made for, and how much was in our account at its end.
  stated_until  text COLLATE "C" NOT NULL,
  balance_cents numeric(38, 0) NOT NULL
);
COMMENT ON TABLE sandbox_banks IS 'platform: the clock, the numbers and the balance of the sandbox bank';

-- What was handed in, also what was refused. The bytes are not kept: what they asked for is.
CREATE TABLE sandbox_bank_deliveries (
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  sha256       text COLLATE "C" NOT NULL,
  name         text COLLATE "C" NOT NULL,
  -- The id of an ISO 20022 message that was taken: a bank takes none twice.
  message_id   text COLLATE "C",
  outcome      text COLLATE "C" NOT NULL CHECK (outcome IN ('taken', 'refused')),
  -- Code and rules, never content.
  refused_for  text,
  -- How often the same bytes came again, without any effect.
  repeats      integer NOT NULL DEFAULT 0,
  delivered_at timestamptz NOT NULL,
  PRIMARY KEY (network, sha256),
  UNIQUE (network, message_id),
  CONSTRAINT refused_deliveries_say_why CHECK ((outcome = 'refused') = (refused_for IS NOT NULL))
);
COMMENT ON TABLE sandbox_bank_deliveries IS 'platform: files that were handed in at the sandbox bank';

-- What the bank has to do: pay or pull for us, take back what we return, or credit what others sent.
CREATE TABLE sandbox_bank_items (
  network            text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                 text COLLATE "C" NOT NULL,
  kind               text COLLATE "C" NOT NULL CHECK (kind IN ('payment', 'return', 'incoming_payment')),
  system             text COLLATE "C" NOT NULL CHECK (system IN ('wire', 'ach', 'rtp')),
  -- For our account: a credit brings money in.
  direction          text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount_cents       numeric(38, 0) NOT NULL CHECK (amount_cents > 0),
  -- As it stands in files: the trace number in ACH, the end-to-end or return id elsewhere, the bank's own for a receipt.
  reference          text COLLATE "C" NOT NULL,
  -- The bank's own, once there is a booking; of a receipt from the beginning.
  bank_reference     text COLLATE "C",
  -- IMAD or trace number.
  clearing_reference text COLLATE "C",
  state              text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'settled', 'rejected', 'returned')),
  -- What happens when it is due.
  outcome            text COLLATE "C" NOT NULL CHECK (outcome IN ('settle', 'reject', 'return')),
  due_at             timestamptz NOT NULL,
  settled_at         timestamptz,
  -- Names, account numbers, texts, and the reason of a return.
  sealed             bytea NOT NULL,
  created_at         timestamptz NOT NULL,
  PRIMARY KEY (network, id),
  CONSTRAINT settled_items_were_settled CHECK (state <> 'settled' OR settled_at IS NOT NULL)
);
COMMENT ON TABLE sandbox_bank_items IS 'platform: payments, returns and receipts at the sandbox bank';

CREATE INDEX sandbox_bank_items_due ON sandbox_bank_items (network, due_at, id) WHERE state = 'waiting';
CREATE INDEX sandbox_bank_items_by_reference ON sandbox_bank_items (network, reference, id);
CREATE INDEX sandbox_bank_incoming_payments_by_clearing ON sandbox_bank_items (network, clearing_reference, id)
  WHERE kind = 'incoming_payment';

-- What went over our account at the bank.
CREATE TABLE sandbox_bank_bookings (
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  number         bigint NOT NULL,
  item_id        text COLLATE "C" NOT NULL,
  kind           text COLLATE "C" NOT NULL CHECK (kind IN ('settlement', 'return')),
  direction      text COLLATE "C" NOT NULL CHECK (direction IN ('credit', 'debit')),
  amount_cents   numeric(38, 0) NOT NULL CHECK (amount_cents > 0),
  bank_reference text COLLATE "C" NOT NULL,
  -- The banking day that it belongs to, `YYYY-MM-DD`.
  day            text COLLATE "C" NOT NULL,
  booked_at      timestamptz NOT NULL,
  PRIMARY KEY (network, number),
  UNIQUE (network, bank_reference),
  FOREIGN KEY (network, item_id) REFERENCES sandbox_bank_items (network, id)
);
COMMENT ON TABLE sandbox_bank_bookings IS 'platform: movements on our account at the sandbox bank';

CREATE INDEX sandbox_bank_bookings_by_day ON sandbox_bank_bookings (network, day, number);

-- What the bank says, made once and kept: it waits to be picked up, or was put away.
CREATE TABLE sandbox_bank_files (
  network     text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  number      bigint NOT NULL,
  -- Unique, but for a file that the bank was made to put out again under its old name.
  name        text COLLATE "C" NOT NULL,
  sealed      bytea NOT NULL,
  ready_at    timestamptz NOT NULL,
  put_away_to text COLLATE "C" CHECK (put_away_to IN ('archive', 'quarantine')),
  PRIMARY KEY (network, number)
);
COMMENT ON TABLE sandbox_bank_files IS 'platform: files that the sandbox bank made for us';

CREATE INDEX sandbox_bank_files_waiting ON sandbox_bank_files (network, ready_at, number) WHERE put_away_to IS NULL;
CREATE INDEX sandbox_bank_files_by_name ON sandbox_bank_files (network, name, number);
