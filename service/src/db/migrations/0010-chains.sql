-- One seed per network, from which every key on every chain is derived. A leaked seed exposes all custodial funds, so
-- it is sealed. It is never replaced or deleted; only the sealing may change.
CREATE TABLE wallet_seeds (
  network     text COLLATE "C" PRIMARY KEY CHECK (network IN ('testnet', 'mainnet')),
  sealed      bytea NOT NULL,
  -- BIP-32 identifier of the master key. Two networks never share a seed.
  fingerprint text COLLATE "C" NOT NULL UNIQUE CHECK (fingerprint ~ '^[0-9a-f]{40}$'),
  origin      text COLLATE "C" NOT NULL CHECK (origin IN ('made_at_start', 'made_by_operator', 'imported')),
  created_at  timestamptz NOT NULL
);
COMMENT ON TABLE wallet_seeds IS 'platform: the seed of all keys of a network, sealed';

REVOKE UPDATE, DELETE, TRUNCATE ON wallet_seeds FROM CURRENT_USER;

GRANT UPDATE (sealed) ON wallet_seeds TO CURRENT_USER;

-- The row is locked from the allocation of a key until the transaction ends, so that indexes have no gaps and no index
-- is allocated twice.
CREATE TABLE custody_counters (
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  family     text COLLATE "C" NOT NULL CHECK (family IN ('evm', 'solana', 'stellar')),
  -- A derivation path has 31 bits for an index, like a non-negative integer.
  next_index integer NOT NULL CHECK (next_index >= 0),
  PRIMARY KEY (network, family)
) WITH (fillfactor = 50);
COMMENT ON TABLE custody_counters IS 'platform: next index of custodial keys by network and family';

INSERT INTO custody_counters (network, family, next_index)
SELECT network, family, 0
FROM unnest(ARRAY['testnet', 'mainnet']) AS network, unnest(ARRAY['evm', 'solana', 'stellar']) AS family;

-- The key of each custodial address. A deposit on a chain has only an address, so the directory spans all tenants.
CREATE TABLE custody_wallets (
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  family     text COLLATE "C" NOT NULL CHECK (family IN ('evm', 'solana', 'stellar')),
  key_index  integer NOT NULL CHECK (key_index >= 0),
  tenant_id  text COLLATE "C" NOT NULL,
  address_id text COLLATE "C" NOT NULL,
  address    text COLLATE "C" NOT NULL,
  PRIMARY KEY (network, family, key_index),
  CONSTRAINT custody_wallets_by_address UNIQUE (network, family, address)
);
COMMENT ON TABLE custody_wallets IS 'platform: directory of custodial addresses and their keys, append-only';

-- Addresses of the platform keys as of their first use. A different derived address means that the seed or the
-- derivation has changed.
CREATE TABLE custody_key_roles (
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  family    text COLLATE "C" NOT NULL CHECK (family IN ('evm', 'solana', 'stellar')),
  role      text COLLATE "C" NOT NULL,
  key_index integer NOT NULL CHECK (key_index >= 0),
  address   text COLLATE "C" NOT NULL,
  PRIMARY KEY (network, family, role, key_index)
);
COMMENT ON TABLE custody_key_roles IS
  'platform: addresses of the platform keys (mint, freeze, gas and others), append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON custody_wallets, custody_key_roles FROM CURRENT_USER;

-- Who holds the key roles of a token on its chain, as last read: the platform's keys, or an address that Florin has no
-- key of, such as a timelock or a multisig.
CREATE TABLE custody_role_holders (
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain       text COLLATE "C" NOT NULL,
  contract    text COLLATE "C" NOT NULL,
  role        text COLLATE "C" NOT NULL CHECK (role IN ('deployer', 'minter', 'freezer')),
  -- Null if the role has no holder, or none that can be looked up.
  address     text COLLATE "C",
  is_platform boolean NOT NULL,
  seen_at     timestamptz NOT NULL,
  -- Whether the holder is the platform's key, or the administrator that the configuration names.
  is_expected boolean NOT NULL DEFAULT true,
  PRIMARY KEY (network, chain, contract, role)
);
COMMENT ON TABLE custody_role_holders IS
  'platform: holders of the key roles of each token on its chain, as last read';

-- The key of a role that an operator replaced, for example by one in an HSM. The last one counts.
CREATE TABLE custody_key_replacements (
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  family      text COLLATE "C" NOT NULL CHECK (family IN ('evm', 'solana', 'stellar')),
  role        text COLLATE "C" NOT NULL CHECK (role IN ('deployer', 'minter', 'freezer', 'gas')),
  key_index   integer NOT NULL CHECK (key_index >= 0),
  number      integer NOT NULL CHECK (number > 0),
  address     text COLLATE "C" NOT NULL,
  replaced_at timestamptz NOT NULL,
  PRIMARY KEY (network, family, role, key_index, number)
);
COMMENT ON TABLE custody_key_replacements IS 'platform: replaced keys of the key roles, append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON custody_key_replacements FROM CURRENT_USER;

-- Chain operations of all tenants and of the platform. Senders and their nonces are shared, so a chain has one queue.
CREATE TABLE chain_work (
  id             text COLLATE "C" PRIMARY KEY,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain          text COLLATE "C" NOT NULL,
  tenant_id      text COLLATE "C",
  owner          text COLLATE "C" NOT NULL,
  subject        text COLLATE "C" NOT NULL,
  operation      jsonb NOT NULL,
  state          text COLLATE "C" NOT NULL CHECK (state IN ('queued', 'sending', 'included', 'done', 'failed')),
  -- How often a transaction of it was included but failed.
  failures       integer NOT NULL DEFAULT 0,
  not_before     timestamptz NOT NULL,
  -- Since when the chain reports that it cannot succeed; null while it does not.
  refused_at     timestamptz,
  -- Fair scheduling: operations of each tenant and kind form their own line, so that no line blocks another.
  line           text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (coalesce(tenant_id, '') || '/' || (operation ->> 'kind')) STORED,
  transaction_id text COLLATE "C",
  failure_reason text COLLATE "C",
  failure_detail text,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  CONSTRAINT failed_work_has_reason CHECK ((state = 'failed') = (failure_reason IS NOT NULL))
);
COMMENT ON TABLE chain_work IS 'platform: chain operations of all tenants, each executed exactly once';

CREATE INDEX chain_work_queued ON chain_work (network, chain, line, id) WHERE state = 'queued';
CREATE INDEX chain_work_unsettled ON chain_work (network, chain, id) WHERE state NOT IN ('done', 'failed');

-- A transaction created for a chain operation: its nonce is reserved first, then it is signed and stored, then sent.
CREATE TABLE chain_submissions (
  work_id               text COLLATE "C" NOT NULL REFERENCES chain_work (id),
  number                integer NOT NULL,
  network               text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain                 text COLLATE "C" NOT NULL,
  sender_role           text COLLATE "C" NOT NULL,
  sender_index          integer NOT NULL,
  sequence              numeric(38, 0),
  -- Uses the nonce of a transaction that no RPC node accepts, so that later nonces can proceed.
  is_cancel_transaction boolean NOT NULL DEFAULT false,
  state                 text COLLATE "C" NOT NULL
    CHECK (state IN ('reserved', 'signed', 'sent', 'included', 'settled', 'dead')),
  transaction_id        text COLLATE "C",
  bytes                 bytea,
  fee                   jsonb,
  expires_at_height     numeric(38, 0),
  contract              text COLLATE "C",
  sent_at               timestamptz,
  first_sent_at         timestamptz,
  included_height       numeric(38, 0),
  block_hash            text COLLATE "C",
  -- The chain reported once that it can never be included; it is dropped if a later check confirms that.
  suspected_dropped_at  timestamptz,
  -- Error of the RPC node that rejected it. It was sent anyway, and may have reached other nodes.
  rejected              text,
  dead_because          text COLLATE "C",
  created_at            timestamptz NOT NULL,
  PRIMARY KEY (work_id, number),
  CONSTRAINT signed_attempt_is_stored
    CHECK (state IN ('reserved', 'dead') OR (bytes IS NOT NULL AND transaction_id IS NOT NULL AND fee IS NOT NULL)),
  CONSTRAINT sent_attempt_has_sent_at CHECK (state NOT IN ('sent', 'included') OR sent_at IS NOT NULL)
);
COMMENT ON TABLE chain_submissions IS 'platform: transactions created for chain operations';

CREATE INDEX chain_submissions_live ON chain_submissions (network, chain, sender_role, sender_index, sequence)
  WHERE state NOT IN ('settled', 'dead');
-- Without a nonce the chain cannot exclude a second transaction of the same operation, so only one may be live.
CREATE UNIQUE INDEX chain_submissions_one_at_a_time ON chain_submissions (work_id)
  WHERE sequence IS NULL AND state NOT IN ('settled', 'dead');
CREATE UNIQUE INDEX chain_submissions_by_transaction ON chain_submissions (network, chain, transaction_id)
  WHERE transaction_id IS NOT NULL;

CREATE TABLE chain_sender_queues (
  network       text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain         text COLLATE "C" NOT NULL,
  role          text COLLATE "C" NOT NULL,
  sender_index  integer NOT NULL,
  next_sequence numeric(38, 0) NOT NULL,
  PRIMARY KEY (network, chain, role, sender_index)
);
COMMENT ON TABLE chain_sender_queues IS 'platform: next nonce of each sender on a chain';

-- The last block that was final when it was scanned.
CREATE TABLE chain_scan_positions (
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain      text COLLATE "C" NOT NULL,
  height     numeric(38, 0) NOT NULL,
  hash       text COLLATE "C" NOT NULL,
  scanned_at timestamptz NOT NULL,
  PRIMARY KEY (network, chain)
);
COMMENT ON TABLE chain_scan_positions IS 'platform: scan position of each chain for deposits';

-- A `seen` deposit may disappear in a reorg, a `final` one awaits its posting, a `credited` one has it.
CREATE TABLE chain_deposits (
  network             text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain               text COLLATE "C" NOT NULL,
  transaction_id      text COLLATE "C" NOT NULL,
  transfer_index      integer NOT NULL,
  contract            text COLLATE "C" NOT NULL,
  from_address        text COLLATE "C",
  -- All possible senders, where the chain does not identify one.
  other_senders       jsonb NOT NULL,
  to_address          text COLLATE "C" NOT NULL,
  units               numeric(38, 0) NOT NULL CHECK (units > 0),
  height              numeric(38, 0) NOT NULL,
  block_hash          text COLLATE "C" NOT NULL,
  tenant_id           text COLLATE "C" NOT NULL,
  address_id          text COLLATE "C" NOT NULL,
  state               text COLLATE "C" NOT NULL CHECK (state IN ('seen', 'final', 'credited')),
  seen_at             timestamptz NOT NULL,
  credited_at         timestamptz,
  -- Of a deposit above the threshold, which is credited after a quorum of RPC nodes has confirmed it. Nodes are queried
  -- for the blocks after the scan position at which it was found.
  quorum              text COLLATE "C" CHECK (quorum IN ('awaited', 'confirmed')),
  scanned_from_height numeric(38, 0),
  scanned_from_hash   text COLLATE "C",
  PRIMARY KEY (network, chain, transaction_id, transfer_index),
  CONSTRAINT credited_deposit_has_credited_at CHECK ((state = 'credited') = (credited_at IS NOT NULL)),
  CONSTRAINT quorum_deposit_has_position
    CHECK (quorum IS NULL OR (scanned_from_height IS NOT NULL AND scanned_from_hash IS NOT NULL))
);
COMMENT ON TABLE chain_deposits IS 'platform: incoming token deposits to custodial addresses, of all tenants';

CREATE INDEX chain_deposits_open ON chain_deposits (network, chain, height) WHERE state <> 'credited';
-- Sums deposits that one RPC node alone has reported.
CREATE INDEX chain_deposits_of_one_node ON chain_deposits (network, chain, seen_at) WHERE quorum IS NULL;

CREATE TABLE chain_node_disagreements (
  network      text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain        text COLLATE "C" NOT NULL,
  host         text COLLATE "C" NOT NULL,
  count        bigint NOT NULL CHECK (count > 0),
  disagreed_at timestamptz NOT NULL,
  PRIMARY KEY (network, chain, host)
);
COMMENT ON TABLE chain_node_disagreements IS
  'platform: RPC nodes that reported other deposits than the others';
