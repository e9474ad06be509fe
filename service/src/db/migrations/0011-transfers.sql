-- The row has all parameters of its chain operations and payments, as they were when the transfer was accepted.
CREATE TABLE transfers (
  tenant_id                  text COLLATE "C" NOT NULL,
  network                    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                         text COLLATE "C" NOT NULL,
  account_id                 text COLLATE "C" NOT NULL,
  flow                       text COLLATE "C" NOT NULL
    CHECK (flow IN ('onramp', 'offramp', 'swap', 'bridge', 'payout')),
  -- Millionths of the currency; cents are rounded up, for limits.
  units                      numeric(38, 0) NOT NULL CHECK (units > 0),
  cents                      numeric(38, 0) NOT NULL CHECK (cents > 0),
  fee_cents                  numeric(38, 0) NOT NULL CHECK (fee_cents >= 0),
  currency                   text COLLATE "C" NOT NULL,
  source_transfer_type       text COLLATE "C" NOT NULL,
  source_value_type          text COLLATE "C" NOT NULL,
  -- Null for a wire, whose sender is not known in advance.
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
  -- Remaining data of source and destination: addresses, key indexes, contracts.
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
  CONSTRAINT step_matches_status CHECK (CASE status
    WHEN 'pending' THEN step IN ('held', 'awaiting_funds', 'debit_pending', 'withdrawing', 'sending', 'delivering', 'paying_out')
    WHEN 'failed' THEN step IN ('refunding', 'refund_failed', 'done')
    ELSE step = 'done' END),
  CONSTRAINT only_failed_transfer_has_failure CHECK (status = 'failed' OR failure_type IS NULL),
  CONSTRAINT failure_has_time CHECK ((failure_type IS NULL) = (failure_at IS NULL)),
  CONSTRAINT complete_transfer_has_completed_at CHECK (status <> 'complete' OR completed_at IS NOT NULL),
  CONSTRAINT awaiting_funds_has_expiry CHECK (step <> 'awaiting_funds' OR expires_at IS NOT NULL),
  CONSTRAINT hold_is_complete CHECK (num_nonnulls(hold_end, hold_list_version, hold_uids) IN (0, 3)),
  CONSTRAINT held_transfer_has_hold CHECK (step <> 'held' OR hold_end IS NOT NULL),
  CONSTRAINT step_in_progress_has_id CHECK (CASE step
    WHEN 'debit_pending' THEN source_payment_id IS NOT NULL
    WHEN 'withdrawing' THEN source_work_id IS NOT NULL
    WHEN 'sending' THEN source_work_id IS NOT NULL
    WHEN 'delivering' THEN destination_work_id IS NOT NULL
    WHEN 'paying_out' THEN destination_payment_id IS NOT NULL
    WHEN 'refunding' THEN undo_work_id IS NOT NULL
    ELSE true END)
);
COMMENT ON TABLE transfers IS 'tenant: transfers from a source to a destination';

CREATE INDEX transfers_by_account ON transfers (tenant_id, account_id, network, id);
-- Daily limits, and all transfers of a tenant, newest first.
CREATE INDEX transfers_by_time ON transfers (tenant_id, network, created_at);
-- Incomplete transfers are few among many complete ones.
CREATE INDEX transfers_by_status ON transfers (tenant_id, network, status, created_at, id) WHERE status <> 'complete';
CREATE INDEX transfers_by_automation ON transfers (tenant_id, automation_id, id) WHERE automation_id IS NOT NULL;
CREATE INDEX transfers_by_source_transaction ON transfers (tenant_id, source_transaction_id)
  WHERE source_transaction_id IS NOT NULL;
CREATE INDEX transfers_by_destination_transaction ON transfers (tenant_id, destination_transaction_id)
  WHERE destination_transaction_id IS NOT NULL;
-- Operators have only the id, and search across tenants for transfers that need manual action.
CREATE INDEX transfers_by_id ON transfers (id);
CREATE INDEX transfers_needing_action ON transfers (step, id) WHERE step IN ('held', 'refund_failed');
CREATE INDEX transfers_awaiting_funds ON transfers (network, expires_at) WHERE step = 'awaiting_funds';
