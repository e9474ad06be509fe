-- Limits of one operation, asset or destination, and of 30 days. A null operation, asset or destination means any.
ALTER TABLE transfer_limits
  ADD COLUMN operation text COLLATE "C"
    CHECK (operation IN ('transfer', 'token_transfer', 'token_mint', 'token_burn', 'treasury_withdrawal')),
  ADD COLUMN asset text COLLATE "C",
  ADD COLUMN destination_address_id text COLLATE "C",
  -- Two accounts may register the same address of a chain: its text, or the id of a bank address.
  ADD COLUMN destination text COLLATE "C",
  ADD COLUMN thirty_day_cents numeric(38,0) CHECK (thirty_day_cents > 0),
  ADD FOREIGN KEY (tenant_id, destination_address_id) REFERENCES addresses (tenant_id, id),
  ADD CONSTRAINT destination_has_address CHECK ((destination IS NULL) = (destination_address_id IS NULL)),
  DROP CONSTRAINT limit_has_amount,
  ADD CONSTRAINT limit_has_amount CHECK (num_nonnulls(per_transfer_cents, daily_cents, thirty_day_cents) > 0),
  DROP CONSTRAINT unique_limit_per_scope,
  ADD CONSTRAINT unique_limit_per_scope
    UNIQUE NULLS NOT DISTINCT (tenant_id, network, account_id, transfer_type, operation, asset, destination);

-- What counts toward a limit: cents by UTC day, of the last 30 days. A limit without a row has not been used yet, and is
-- counted from the transfers themselves. One row per limit, so that its lock covers all days.
CREATE TABLE limit_usage (
  tenant_id text COLLATE "C" NOT NULL,
  -- Of a limit, or the name of a default limit.
  limit_id  text COLLATE "C" NOT NULL,
  days      jsonb NOT NULL,
  PRIMARY KEY (tenant_id, limit_id)
) WITH (fillfactor = 50);
COMMENT ON TABLE limit_usage IS 'tenant, both networks: amounts that count toward limits, by day';

CREATE INDEX treasury_withdrawals_by_time ON treasury_withdrawals (tenant_id, network, created_at);
