-- Each tenant has one journal per network: gapless, hash-chained, append-only. The head is the one row that writers
-- lock, always first, so that writers cannot deadlock.
CREATE TABLE ledger_heads (
  tenant_id           text COLLATE "C" NOT NULL,
  network             text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  last_sequence       bigint NOT NULL CHECK (last_sequence >= 0),
  last_hash           bytea NOT NULL CHECK (octet_length(last_hash) = 32),
  last_at             timestamptz NOT NULL,
  last_account_number bigint NOT NULL CHECK (last_account_number >= 0),
  -- A writer may keep balances in memory as long as the head has the hash that it expects. A rebuild changes balances
  -- without a new record, so it is counted here.
  rebuilds            bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, network)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger_heads IS 'tenant: head of each journal, locked by its writer';

-- Where a table has two keys, as here, the network is last in both: if it were second, the planner, without statistics,
-- would confuse the keys and read all rows of a tenant. A posting set has the accounts and units of its postings; a
-- hold has its one account.
CREATE TABLE ledger_journal (
  tenant_id       text COLLATE "C" NOT NULL,
  network         text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  sequence        bigint NOT NULL CHECK (sequence > 0),
  at              timestamptz NOT NULL,
  type            text COLLATE "C" NOT NULL CHECK (type IN ('post', 'hold', 'post_hold', 'void_hold')),
  key             text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  hold_key        text COLLATE "C",
  account_numbers bigint[] NOT NULL,
  units           numeric(38,0)[] NOT NULL,
  hash            bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (tenant_id, sequence, network),
  CONSTRAINT ledger_journal_by_key UNIQUE (tenant_id, key, network),
  CHECK (cardinality(account_numbers) = cardinality(units)),
  CHECK ((hold_key IS NOT NULL) = (type IN ('post_hold', 'void_hold')))
);
COMMENT ON TABLE ledger_journal IS 'tenant: posting sets and holds as recorded, append-only, hash-chained';

-- Accounts are keyed by what they represent; owner and chain are empty if the kind has none. They are numbered so that
-- a posting references its account in eight bytes.
CREATE TABLE ledger_accounts (
  tenant_id   text COLLATE "C" NOT NULL,
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  number      bigint NOT NULL CHECK (number > 0),
  kind        text COLLATE "C" NOT NULL,
  owner       text COLLATE "C" NOT NULL,
  chain       text COLLATE "C" NOT NULL,
  asset_code  text COLLATE "C" NOT NULL,
  asset_scale smallint NOT NULL CHECK (asset_scale BETWEEN 0 AND 18),
  opened_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, number, network),
  CONSTRAINT ledger_accounts_by_name UNIQUE (tenant_id, kind, owner, chain, asset_code, network)
);
COMMENT ON TABLE ledger_accounts IS 'tenant: ledger accounts, append-only';

-- An asset has one scale in a journal, which is checked here when an account is opened. An index on the accounts would
-- tempt the planner to find accounts by asset, which nearly all of them share.
CREATE TABLE ledger_assets (
  tenant_id text COLLATE "C" NOT NULL,
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  code      text COLLATE "C" NOT NULL,
  scale     smallint NOT NULL CHECK (scale BETWEEN 0 AND 18),
  PRIMARY KEY (tenant_id, network, code)
);
COMMENT ON TABLE ledger_assets IS 'tenant: scale of each asset in a journal, append-only';

-- The minted total of a token is summed across tenants: first the tenants that have the asset, then the supply of each.
CREATE INDEX ledger_assets_by_code ON ledger_assets (network, code, tenant_id);

-- The change of each account by each journal record, with the balance after it, in the order of the account history.
CREATE TABLE ledger_entries (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_number bigint NOT NULL,
  at             timestamptz NOT NULL,
  sequence       bigint NOT NULL,
  position       smallint NOT NULL CHECK (position >= 0),
  posted_change  numeric(38,0) NOT NULL,
  held_change    numeric(38,0) NOT NULL,
  posted_units   numeric(38,0) NOT NULL,
  held_units     numeric(38,0) NOT NULL,
  PRIMARY KEY (tenant_id, network, account_number, at, sequence, position)
);
COMMENT ON TABLE ledger_entries IS 'tenant: history of each ledger account, append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON ledger_journal, ledger_accounts, ledger_assets, ledger_entries FROM CURRENT_USER;

-- Current balances, so that reads need no sum. Limits are in the same row, so that the database itself refuses a
-- balance beyond them.
CREATE TABLE ledger_balances (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_number bigint NOT NULL,
  posted_units   numeric(38,0) NOT NULL,
  held_units     numeric(38,0) NOT NULL CHECK (held_units >= 0),
  minimum_units  numeric(38,0),
  maximum_units  numeric(38,0),
  PRIMARY KEY (tenant_id, network, account_number),
  CONSTRAINT available_not_below_minimum
    CHECK (minimum_units IS NULL OR posted_units - held_units >= minimum_units),
  CONSTRAINT posted_not_above_maximum CHECK (maximum_units IS NULL OR posted_units <= maximum_units)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger_balances IS 'tenant: balance of each ledger account, can be rebuilt from the journal';

-- A hold is identified by the key of the journal record that opened it, and is closed once.
CREATE TABLE ledger_holds (
  tenant_id       text COLLATE "C" NOT NULL,
  network         text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  key             text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  account_number  bigint NOT NULL,
  units           numeric(38,0) NOT NULL CHECK (units > 0),
  opened_sequence bigint NOT NULL,
  closed_sequence bigint,
  closed_by       text COLLATE "C" CHECK (closed_by IN ('post_hold', 'void_hold')),
  posted_units    numeric(38,0),
  PRIMARY KEY (tenant_id, network, key),
  CHECK ((closed_sequence IS NULL) = (closed_by IS NULL)),
  CHECK ((closed_sequence IS NULL) = (posted_units IS NULL)),
  CHECK (posted_units BETWEEN 0 AND units)
) WITH (fillfactor = 80);
COMMENT ON TABLE ledger_holds IS 'tenant: holds and how they were closed, can be rebuilt from the journal';

CREATE INDEX ledger_holds_open ON ledger_holds (tenant_id, network, account_number, opened_sequence)
  WHERE closed_sequence IS NULL;

-- Being in the same database as the journal, it only detects a replacement that does not update it as well; the
-- checkpoint hashes in the service log cover the rest.
CREATE TABLE journal_marks (
  tenant_id   text COLLATE "C" NOT NULL,
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  sequence    bigint NOT NULL CHECK (sequence > 0),
  hash        bytea NOT NULL CHECK (octet_length(hash) = 32),
  verified_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, network)
);
COMMENT ON TABLE journal_marks IS
  'tenant: checkpoint hash of each journal at its last successful verification';

-- One row: the verification in progress, and the result of the last completed one.
CREATE TABLE journal_rounds (
  name             text COLLATE "C" PRIMARY KEY CHECK (name IN ('ledger.verify', 'audit.verify')),
  started_at       timestamptz NOT NULL,
  progressed_at    timestamptz NOT NULL,
  is_under_way     boolean NOT NULL,
  ended_at         timestamptz,
  journal_count    bigint,
  finding_count    bigint,
  unverified_count bigint,
  CHECK (num_nulls(ended_at, journal_count, finding_count, unverified_count) IN (0, 4))
);
COMMENT ON TABLE journal_rounds IS
  'platform: progress and last result of the daily verification of all journals';
