-- Transfers, mints and burns: one table, with the API resource in a column. The row has all parameters of its chain
-- operations and payments, as they were when the transfer was accepted.
CREATE TABLE transfers (
  tenant_id                  text COLLATE "C" NOT NULL,
  network                    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                         text COLLATE "C" NOT NULL,
  account_id                 text COLLATE "C" NOT NULL,
  flow                       text COLLATE "C" NOT NULL,
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
  -- Null for a burn.
  destination_address_id     text COLLATE "C",
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
  resource                   text COLLATE "C" NOT NULL
    CHECK (resource IN ('transfer', 'token_transfer', 'token_mint', 'token_burn')),
  -- Outflows of an account that owes are held for manual review, besides those with a sanctions match.
  held_for_claim             boolean NOT NULL DEFAULT false,
  -- Of a payout that was sent by another rail than requested, because the beneficiary's bank could not take it: the
  -- requested rail, and the reason code of the rejection.
  requested_transfer_type    text COLLATE "C",
  fallback_reason            text COLLATE "C",
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT step_matches_status CHECK (CASE status
    WHEN 'pending' THEN
      step IN ('held', 'awaiting_funds', 'debit_pending', 'withdrawing', 'sending', 'delivering', 'paying_out')
    WHEN 'failed' THEN step IN ('refunding', 'refund_failed', 'done')
    ELSE step = 'done' END),
  CONSTRAINT only_failed_transfer_has_failure CHECK (status = 'failed' OR failure_type IS NULL),
  CONSTRAINT failure_has_time CHECK ((failure_type IS NULL) = (failure_at IS NULL)),
  CONSTRAINT complete_transfer_has_completed_at CHECK (status <> 'complete' OR completed_at IS NOT NULL),
  CONSTRAINT awaiting_funds_has_expiry CHECK (step <> 'awaiting_funds' OR expires_at IS NOT NULL),
  CONSTRAINT hold_is_complete CHECK (num_nonnulls(hold_end, hold_list_version, hold_uids) IN (0, 3)),
  CONSTRAINT held_transfer_has_hold CHECK (step <> 'held' OR hold_end IS NOT NULL OR held_for_claim),
  CONSTRAINT step_in_progress_has_id CHECK (CASE step
    WHEN 'debit_pending' THEN source_payment_id IS NOT NULL
    WHEN 'withdrawing' THEN source_work_id IS NOT NULL
    WHEN 'sending' THEN source_work_id IS NOT NULL
    WHEN 'delivering' THEN destination_work_id IS NOT NULL
    WHEN 'paying_out' THEN destination_payment_id IS NOT NULL
    WHEN 'refunding' THEN undo_work_id IS NOT NULL
    ELSE true END),
  CONSTRAINT transfers_flow_check CHECK (CASE resource
    WHEN 'transfer' THEN flow IN ('onramp', 'offramp', 'swap', 'bridge', 'payout')
    WHEN 'token_transfer' THEN flow IN ('bridge', 'payout')
    WHEN 'token_mint' THEN flow = 'mint'
    ELSE flow = 'burn' END),
  CONSTRAINT only_burn_has_no_destination CHECK ((destination_address_id IS NULL) = (flow = 'burn'))
);
COMMENT ON TABLE transfers IS 'tenant: transfers from a source to a destination';

CREATE INDEX transfers_by_account ON transfers (tenant_id, account_id, network, resource, id);
-- Each resource has its lists; limits count all of them.
CREATE INDEX transfers_by_time ON transfers (tenant_id, network, resource, created_at, id);
CREATE INDEX transfers_by_status ON transfers (tenant_id, network, resource, status, created_at, id)
  WHERE status <> 'complete';
CREATE INDEX transfers_by_automation ON transfers (tenant_id, automation_id, id) WHERE automation_id IS NOT NULL;
CREATE INDEX transfers_by_source_transaction ON transfers (tenant_id, source_transaction_id)
  WHERE source_transaction_id IS NOT NULL;
CREATE INDEX transfers_by_destination_transaction ON transfers (tenant_id, destination_transaction_id)
  WHERE destination_transaction_id IS NOT NULL;
-- Operators have only the id, and search across tenants for transfers that need manual action.
CREATE INDEX transfers_by_id ON transfers (id);
CREATE INDEX transfers_needing_action ON transfers (step, id) WHERE step IN ('held', 'refund_failed');
CREATE INDEX transfers_awaiting_funds ON transfers (network, expires_at) WHERE step = 'awaiting_funds';
-- Lists by amount, and search by amount.
CREATE INDEX transfers_by_amount ON transfers (tenant_id, network, resource, units, id);
-- Search by the reason of a failure.
CREATE INDEX transfers_by_failure_code ON transfers (tenant_id, network, failure_code, id)
  WHERE failure_code IS NOT NULL;
-- Search by the end of an id, which is what lists show of it.
CREATE INDEX transfers_by_id_end ON transfers (reverse(right(id, 8)));

-- Limits of an account, or of a tenant with all its accounts together, per transfer, per day (UTC) and per 30 days. A
-- null account means the whole tenant; a null transfer type, operation, asset or destination means any.
CREATE TABLE transfer_limits (
  tenant_id              text COLLATE "C" NOT NULL,
  network                text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                     text COLLATE "C" NOT NULL,
  account_id             text COLLATE "C",
  transfer_type          text COLLATE "C",
  per_transfer_cents     numeric(38,0) CHECK (per_transfer_cents > 0),
  daily_cents            numeric(38,0) CHECK (daily_cents > 0),
  created_at             timestamptz NOT NULL,
  updated_at             timestamptz NOT NULL,
  operation              text COLLATE "C"
    CHECK (operation IN ('transfer', 'token_transfer', 'token_mint', 'token_burn', 'treasury_withdrawal')),
  asset                  text COLLATE "C",
  destination_address_id text COLLATE "C",
  -- Two accounts may register the same address of a chain: its text, or the id of a bank address.
  destination            text COLLATE "C",
  thirty_day_cents       numeric(38,0) CHECK (thirty_day_cents > 0),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, destination_address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT unique_limit_per_scope
    UNIQUE NULLS NOT DISTINCT (tenant_id, network, account_id, transfer_type, operation, asset, destination),
  CONSTRAINT limit_has_amount CHECK (num_nonnulls(per_transfer_cents, daily_cents, thirty_day_cents) > 0),
  CONSTRAINT destination_has_address CHECK ((destination IS NULL) = (destination_address_id IS NULL))
);
COMMENT ON TABLE transfer_limits IS 'tenant: limits per transfer and per day';

-- What counts toward a limit: cents by UTC day, of the last 30 days. A limit without a row has not been used yet, and
-- is counted from the transfers themselves. One row per limit, so that its lock covers all days.
CREATE TABLE limit_usage (
  tenant_id text COLLATE "C" NOT NULL,
  -- Of a limit, or the name of a default limit.
  limit_id  text COLLATE "C" NOT NULL,
  days      jsonb NOT NULL,
  PRIMARY KEY (tenant_id, limit_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE limit_usage IS 'tenant, both networks: amounts that count toward limits, by day';

-- The most specific matching row applies; without one a transfer is free.
CREATE TABLE transfer_fees (
  tenant_id     text COLLATE "C" NOT NULL,
  network       text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id            text COLLATE "C" NOT NULL,
  account_id    text COLLATE "C",
  flow          text COLLATE "C" NOT NULL CHECK (flow IN ('onramp', 'offramp', 'swap')),
  transfer_type text COLLATE "C",
  flat_cents    numeric(38,0) NOT NULL CHECK (flat_cents >= 0),
  basis_points  integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  minimum_cents numeric(38,0) NOT NULL CHECK (minimum_cents >= 0),
  maximum_cents numeric(38,0),
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT unique_fee_per_scope UNIQUE NULLS NOT DISTINCT (tenant_id, network, account_id, flow, transfer_type),
  CONSTRAINT maximum_not_below_minimum CHECK (maximum_cents >= minimum_cents)
);
COMMENT ON TABLE transfer_fees IS 'tenant: fee schedule of transfers';
