-- The head of each journal when it was last verified and found sound. It stands in the same database as the journal, so
-- it gives away whoever replaces a journal and does not know of it; the marks that are written to the log do the rest.
CREATE TABLE journal_marks (
  tenant_id   text COLLATE "C" NOT NULL,
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  sequence    bigint NOT NULL CHECK (sequence > 0),
  hash        bytea NOT NULL CHECK (octet_length(hash) = 32),
  verified_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, network)
);
COMMENT ON TABLE journal_marks IS 'tenant: the end of each journal when it was last verified and sound';

-- One row: the round that is under way, and what the last one that reached its end has found.
CREATE TABLE journal_rounds (
  name             text COLLATE "C" PRIMARY KEY CHECK (name = 'ledger.verify'),
  started_at       timestamptz NOT NULL,
  progressed_at    timestamptz NOT NULL,
  is_under_way     boolean NOT NULL,
  ended_at         timestamptz,
  journal_count    bigint,
  finding_count    bigint,
  unverified_count bigint,
  CHECK (num_nulls(ended_at, journal_count, finding_count, unverified_count) IN (0, 4))
);
COMMENT ON TABLE journal_rounds IS 'platform: the daily verification of all journals, how far it is and what it found last';
