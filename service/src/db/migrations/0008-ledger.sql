-- Each tenant keeps one journal per network: numbered without a gap, chained by hash, append-only. The head is the one
-- row that writers lock, always first, so that no two of them can wait for each other in a circle.
CREATE TABLE ledger_heads (
  tenant_id           text COLLATE "C" NOT NULL,
  network             text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  last_sequence       bigint NOT NULL CHECK (last_sequence >= 0),
  last_hash           bytea NOT NULL CHECK (octet_length(last_hash) = 32),
  last_at             timestamptz NOT NULL,
  last_account_number bigint NOT NULL CHECK (last_account_number >= 0),
  PRIMARY KEY (tenant_id, network)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger_heads IS 'tenant: the end of each journal, locked by whoever writes to it';

-- What was recorded, in order. Where a table has two keys, as here, the network stands last in both: if it stood second,
-- the planner, as long as it has no statistics, would take either key for the other and read all rows of a tenant.
-- A posting set has the accounts and units of its postings; a hold has its one account.
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
COMMENT ON TABLE ledger_journal IS 'tenant: posting sets and holds as they were recorded, append-only, hash-chained';

-- Accounts are keyed by what they stand for; owner and chain are empty where the kind has none. They are numbered so
-- that each posting names its account in eight bytes.
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
COMMENT ON TABLE ledger_accounts IS 'tenant: the accounts of the ledger, append-only';

-- An asset has one scale in a journal; whoever opens an account looks here first. An index on the accounts would tempt
-- the planner to find accounts by their asset, which nearly all of them share.
CREATE TABLE ledger_assets (
  tenant_id text COLLATE "C" NOT NULL,
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  code      text COLLATE "C" NOT NULL,
  scale     smallint NOT NULL CHECK (scale BETWEEN 0 AND 18),
  PRIMARY KEY (tenant_id, network, code)
);
COMMENT ON TABLE ledger_assets IS 'tenant: the scale of each asset in a journal, append-only';

-- How each record changed each account, with the balance after it: the past of an account in the order of its index.
CREATE TABLE ledger_entries (
  tenant_id          text COLLATE "C" NOT NULL,
  network            text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_number     bigint NOT NULL,
  at                 timestamptz NOT NULL,
  sequence           bigint NOT NULL,
  position           smallint NOT NULL CHECK (position >= 0),
  posted_change      numeric(38,0) NOT NULL,
  held_change        numeric(38,0) NOT NULL,
  posted_units       numeric(38,0) NOT NULL,
  held_units         numeric(38,0) NOT NULL,
  PRIMARY KEY (tenant_id, network, account_number, at, sequence, position)
);
COMMENT ON TABLE ledger_entries IS 'tenant: the history of each ledger account, append-only';

-- The present, kept beside the past so that it need not be added up. It can be rebuilt from the journal.
-- The limits stand in the same row, so that the database itself refuses a balance beyond them.
CREATE TABLE ledger_balances (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_number bigint NOT NULL,
  posted_units   numeric(38,0) NOT NULL,
  held_units     numeric(38,0) NOT NULL CHECK (held_units >= 0),
  minimum_units  numeric(38,0),
  maximum_units  numeric(38,0),
  PRIMARY KEY (tenant_id, network, account_number),
  CONSTRAINT available_is_not_below_the_minimum
    CHECK (minimum_units IS NULL OR posted_units - held_units >= minimum_units),
  CONSTRAINT posted_is_not_above_the_maximum CHECK (maximum_units IS NULL OR posted_units <= maximum_units)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger_balances IS 'tenant: the balance of each ledger account, rebuildable from the journal';

-- A hold is named by the key of the record that made it, and is closed once.
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
COMMENT ON TABLE ledger_holds IS 'tenant: holds and how they were closed, rebuildable from the journal';

CREATE INDEX ledger_holds_open ON ledger_holds (tenant_id, network, account_number, opened_sequence)
  WHERE closed_sequence IS NULL;

REVOKE UPDATE, DELETE, TRUNCATE ON ledger_journal, ledger_accounts, ledger_assets, ledger_entries FROM CURRENT_USER;
