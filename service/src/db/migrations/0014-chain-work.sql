-- What has to happen on chains, of every tenant and of the platform itself. A chain's senders and their sequences are
-- shared by all, so the work of a chain is one queue.
CREATE TABLE chain_work (
  id             text COLLATE "C" PRIMARY KEY,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain          text COLLATE "C" NOT NULL,
  tenant_id      text COLLATE "C",
  owner          text COLLATE "C" NOT NULL,
  subject        text COLLATE "C" NOT NULL,
  operation      jsonb NOT NULL,
  state          text COLLATE "C" NOT NULL CHECK (state IN ('queued', 'sending', 'included', 'done', 'failed')),
  -- How often the chain has included a transaction of it without success.
  failures       integer NOT NULL DEFAULT 0,
  not_before     timestamptz NOT NULL,
  -- Since when a chain says that it cannot succeed; null while none does.
  refused_at     timestamptz,
  -- Whose turn it is: the work of each tenant and kind waits in a line of its own, so that no line holds up another.
  line           text COLLATE "C" NOT NULL GENERATED ALWAYS AS (coalesce(tenant_id, '') || '/' || (operation ->> 'kind')) STORED,
  transaction_id text COLLATE "C",
  failure_reason text COLLATE "C",
  failure_detail text,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  CONSTRAINT failed_work_says_why CHECK ((state = 'failed') = (failure_reason IS NOT NULL))
);
COMMENT ON TABLE chain_work IS 'platform: operations that have to happen on chains exactly once, of every tenant';

CREATE INDEX chain_work_queued ON chain_work (network, chain, line, id) WHERE state = 'queued';
CREATE INDEX chain_work_unsettled ON chain_work (network, chain, id) WHERE state NOT IN ('done', 'failed');

-- A transaction that was made for some work: its sequence is set aside first, then it is signed and stored, then sent.
CREATE TABLE chain_attempts (
  work_id           text COLLATE "C" NOT NULL REFERENCES chain_work (id),
  number            integer NOT NULL,
  network           text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain             text COLLATE "C" NOT NULL,
  sender_role         text COLLATE "C" NOT NULL,
  sender_index        integer NOT NULL,
  sequence          numeric(38, 0),
  -- Uses the sequence of a transaction that no node would take, so that those behind it can go on.
  is_cancel_transaction         boolean NOT NULL DEFAULT false,
  state             text COLLATE "C" NOT NULL CHECK (state IN ('reserved', 'signed', 'sent', 'included', 'settled', 'dead')),
  transaction_id    text COLLATE "C",
  bytes             bytea,
  fee               jsonb,
  expires_at_height numeric(38, 0),
  contract          text COLLATE "C",
  sent_at           timestamptz,
  first_sent_at     timestamptz,
  included_height   numeric(38, 0),
  block_hash        text COLLATE "C",
  -- The chain said once that it can never come; believed when it says so again later.
  suspected_dropped_at        timestamptz,
  -- What a node said when it would not take it. It left all the same, and may have arrived elsewhere.
  rejected          text,
  dead_because      text COLLATE "C",
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (work_id, number),
  CONSTRAINT what_is_signed_is_stored
    CHECK (state IN ('reserved', 'dead') OR (bytes IS NOT NULL AND transaction_id IS NOT NULL AND fee IS NOT NULL)),
  CONSTRAINT what_is_sent_was_sent CHECK (state NOT IN ('sent', 'included') OR sent_at IS NOT NULL)
);
COMMENT ON TABLE chain_attempts IS 'platform: the transactions that were made for work on chains';

CREATE INDEX chain_attempts_live ON chain_attempts (network, chain, sender_role, sender_index, sequence)
  WHERE state NOT IN ('settled', 'dead');
-- Without a sequence nothing on the chain keeps two transactions of one work apart, so there is never a second.
CREATE UNIQUE INDEX chain_attempts_one_at_a_time ON chain_attempts (work_id)
  WHERE sequence IS NULL AND state NOT IN ('settled', 'dead');
CREATE UNIQUE INDEX chain_attempts_by_transaction ON chain_attempts (network, chain, transaction_id)
  WHERE transaction_id IS NOT NULL;

-- The senders, and the next sequence of each.
CREATE TABLE chain_sender_queues (
  network       text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain         text COLLATE "C" NOT NULL,
  role          text COLLATE "C" NOT NULL,
  sender_index    integer NOT NULL,
  next_sequence numeric(38, 0) NOT NULL,
  PRIMARY KEY (network, chain, role, sender_index)
);
COMMENT ON TABLE chain_sender_queues IS 'platform: the next sequence of each sender on a chain';

-- One node at a time does each task on a chain. The epoch changes with the holder, so that one who was silent cannot write any more.
CREATE TABLE chain_leases (
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain      text COLLATE "C" NOT NULL,
  task       text COLLATE "C" NOT NULL CHECK (task IN ('work', 'scan')),
  holder     text COLLATE "C" NOT NULL,
  epoch      bigint NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (network, chain, task)
);
COMMENT ON TABLE chain_leases IS 'platform: which node does which task on a chain';

-- How far a chain was scanned: the last block that was final then.
CREATE TABLE chain_cursors (
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain      text COLLATE "C" NOT NULL,
  height     numeric(38, 0) NOT NULL,
  hash       text COLLATE "C" NOT NULL,
  scanned_at timestamptz NOT NULL,
  PRIMARY KEY (network, chain)
);
COMMENT ON TABLE chain_cursors IS 'platform: how far a chain was scanned for deposits';

-- Tokens that came to a custodial address from outside. A row in `seen` may vanish with its block; one in `final` waits for
-- its posting; `credited` has it.
CREATE TABLE chain_deposits (
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain          text COLLATE "C" NOT NULL,
  transaction_id text COLLATE "C" NOT NULL,
  transfer_index integer NOT NULL,
  contract       text COLLATE "C" NOT NULL,
  from_address   text COLLATE "C",
  -- Everybody who may have sent it, where the chain does not tell one.
  other_senders  jsonb NOT NULL,
  to_address     text COLLATE "C" NOT NULL,
  units          numeric(38, 0) NOT NULL CHECK (units > 0),
  height         numeric(38, 0) NOT NULL,
  block_hash     text COLLATE "C" NOT NULL,
  tenant_id      text COLLATE "C" NOT NULL,
  address_id     text COLLATE "C" NOT NULL,
  state          text COLLATE "C" NOT NULL CHECK (state IN ('seen', 'final', 'credited')),
  seen_at        timestamptz NOT NULL,
  credited_at    timestamptz,
  PRIMARY KEY (network, chain, transaction_id, transfer_index),
  CONSTRAINT a_credited_deposit_has_its_time CHECK ((state = 'credited') = (credited_at IS NOT NULL))
);
COMMENT ON TABLE chain_deposits IS 'platform: tokens that came to custodial addresses from outside, of every tenant';

CREATE INDEX chain_deposits_open ON chain_deposits (network, chain, height) WHERE state <> 'credited';
