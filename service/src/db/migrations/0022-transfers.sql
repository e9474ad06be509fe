-- Value on its way from a source to a destination. What chains and banks must be told of each end stands in the row, because
-- it was decided when the transfer was accepted.
CREATE TABLE transfers (
  tenant_id                  text COLLATE "C" NOT NULL,
  network                    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                         text COLLATE "C" NOT NULL,
  account_id                 text COLLATE "C" NOT NULL,
  flow                       text COLLATE "C" NOT NULL
    CHECK (flow IN ('onramp', 'offramp', 'swap', 'bridge', 'payout')),
  -- Millionths of the currency; the cents are rounded up, for limits.
  units                      numeric(38, 0) NOT NULL CHECK (units > 0),
  cents                      numeric(38, 0) NOT NULL CHECK (cents > 0),
  fee_cents                  numeric(38, 0) NOT NULL CHECK (fee_cents >= 0),
  currency                   text COLLATE "C" NOT NULL,
  source_transfer_type       text COLLATE "C" NOT NULL,
  source_value_type          text COLLATE "C" NOT NULL,
  -- Null for a wire, which comes from nobody that is known before.
  source_address_id          text COLLATE "C",
  source_payment_id          text COLLATE "C",
  source_work_id             text COLLATE "C",
  source_transaction_id      text COLLATE "C",
  destination_transfer_type  text COLLATE "C" NOT NULL,
  destination_value_type     text COLLATE "C" NOT NULL,
  destination_address_id     text COLLATE "C" NOT NULL,
  destination_payment_id     text COLLATE "C",
  destination_work_id        text COLLATE "C",
  destination_transaction_id text COLLATE "C",
  -- The rest of both ends: addresses, keys by their index, contracts.
  ends                       jsonb NOT NULL,
  undo_work_id               text COLLATE "C",
  undo_transaction_id        text COLLATE "C",
  status                     text COLLATE "C" NOT NULL
    CHECK (status IN ('pending', 'complete', 'failed', 'canceled')),
  step                       text COLLATE "C" NOT NULL,
  failure_type               text COLLATE "C",
  failure_code               text COLLATE "C",
  failure_reason             text,
  failure_at                 timestamptz,
  note                       text,
  brand_account_id           text COLLATE "C",
  brand_name                 text,
  automation_id              text COLLATE "C",
  expires_at                 timestamptz,
  hold_end                   text COLLATE "C" CHECK (hold_end IN ('source', 'destination')),
  hold_list_version          text COLLATE "C",
  hold_uids                  text[] COLLATE "C",
  completed_at               timestamptz,
  created_at                 timestamptz NOT NULL,
  updated_at                 timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT a_step_fits_its_status CHECK (CASE status
    WHEN 'pending' THEN step IN ('held', 'awaiting_funds', 'debit_pending', 'withdrawing', 'sending', 'delivering', 'paying_out')
    WHEN 'failed' THEN step IN ('refunding', 'refund_failed', 'done')
    ELSE step = 'done' END),
  CONSTRAINT a_failure_is_of_what_failed CHECK (status = 'failed' OR failure_type IS NULL),
  CONSTRAINT a_failure_has_its_time CHECK ((failure_type IS NULL) = (failure_at IS NULL)),
  CONSTRAINT what_is_complete_says_since_when CHECK (status <> 'complete' OR completed_at IS NOT NULL),
  CONSTRAINT what_waits_says_how_long CHECK (step <> 'awaiting_funds' OR expires_at IS NOT NULL),
  CONSTRAINT a_hold_is_whole CHECK (num_nonnulls(hold_end, hold_list_version, hold_uids) IN (0, 3)),
  CONSTRAINT held_for_a_reason CHECK (step <> 'held' OR hold_end IS NOT NULL),
  CONSTRAINT what_is_under_way_has_its_id CHECK (CASE step
    WHEN 'debit_pending' THEN source_payment_id IS NOT NULL
    WHEN 'withdrawing' THEN source_work_id IS NOT NULL
    WHEN 'sending' THEN source_work_id IS NOT NULL
    WHEN 'delivering' THEN destination_work_id IS NOT NULL
    WHEN 'paying_out' THEN destination_payment_id IS NOT NULL
    WHEN 'refunding' THEN undo_work_id IS NOT NULL
    ELSE true END)
);
COMMENT ON TABLE transfers IS 'tenant: value on its way from a source to a destination';

CREATE INDEX transfers_by_account ON transfers (tenant_id, account_id, network, id);
-- What a day's limit counts.
CREATE INDEX transfers_by_time ON transfers (tenant_id, network, created_at);
CREATE INDEX transfers_by_automation ON transfers (tenant_id, automation_id, id) WHERE automation_id IS NOT NULL;
CREATE INDEX transfers_by_source_transaction ON transfers (tenant_id, source_transaction_id)
  WHERE source_transaction_id IS NOT NULL;
CREATE INDEX transfers_by_destination_transaction ON transfers (tenant_id, destination_transaction_id)
  WHERE destination_transaction_id IS NOT NULL;
-- The operator has only the id, and looks over all tenants for what waits for a person.
CREATE INDEX transfers_by_id ON transfers (id);
CREATE INDEX transfers_needing_action ON transfers (step, id) WHERE step IN ('held', 'refund_failed');
CREATE INDEX transfers_that_wait ON transfers (network, expires_at) WHERE step = 'awaiting_funds';

-- A token that is public is minted in the books of one tenant and may be burned in those of another, whose customer got it
-- on a chain: only the sum over all tenants has a limit, and the chain keeps that.
UPDATE ledger_balances AS balance
   SET minimum_units = NULL, maximum_units = NULL
  FROM ledger_accounts AS account
 WHERE account.tenant_id = balance.tenant_id AND account.network = balance.network
   AND account.number = balance.account_number AND account.kind IN ('supply', 'reserve');
