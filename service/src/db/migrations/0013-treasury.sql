-- USD that an operator withdraws from the treasury, on hold until the payment's outcome is known.
CREATE TABLE treasury_withdrawals (
  tenant_id    text COLLATE "C" NOT NULL,
  network      text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id           text COLLATE "C" NOT NULL,
  payment_id   text COLLATE "C" NOT NULL,
  -- The bank address that is credited, of the managing account.
  address_id   text COLLATE "C" NOT NULL,
  rail         text COLLATE "C" NOT NULL CHECK (rail IN ('wire', 'ach_credit', 'same_day_ach_credit', 'rtp_credit')),
  amount_cents numeric(38,0) NOT NULL CHECK (amount_cents > 0),
  status       text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'complete', 'failed', 'returned')),
  reason_code  text COLLATE "C",
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT failed_withdrawal_has_reason CHECK ((reason_code IS NOT NULL) = (status IN ('failed', 'returned')))
);
COMMENT ON TABLE treasury_withdrawals IS 'tenant: withdrawals of USD from the treasury';

CREATE INDEX treasury_withdrawals_newest ON treasury_withdrawals (tenant_id, network, id);

-- Ensures that each funding happens once.
CREATE TABLE treasury_gifts (
  tenant_id  text COLLATE "C" NOT NULL,
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- A chain, or `bank`.
  place      text COLLATE "C" NOT NULL,
  -- The chain operation that mints it, or the bank reference.
  reference  text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, network, place)
);
COMMENT ON TABLE treasury_gifts IS 'tenant: initial funding of a treasury on local chains and a sandbox bank';
