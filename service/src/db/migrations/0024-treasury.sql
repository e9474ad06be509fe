-- A custodial address may serve the treasury, which holds tokens of others to exchange them, or an automation. What the
-- treasury has is shown to operators alone.
ALTER TABLE addresses
  ADD COLUMN purpose text COLLATE "C" NOT NULL DEFAULT 'customer'
    CHECK (purpose IN ('customer', 'treasury', 'automation')),
  ADD CONSTRAINT only_a_custodial_address_serves CHECK (purpose = 'customer' OR kind = 'internal');

-- One of each family, for each tenant and network.
CREATE UNIQUE INDEX addresses_of_treasury ON addresses (tenant_id, network, family) WHERE purpose = 'treasury';

-- Dollars that an operator takes out of the treasury. They are held until the bank says what has become of the payment.
CREATE TABLE treasury_withdrawals (
  tenant_id    text COLLATE "C" NOT NULL,
  network      text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id           text COLLATE "C" NOT NULL,
  payment_id   text COLLATE "C" NOT NULL,
  -- The bank account that is paid, of the managing account.
  address_id   text COLLATE "C" NOT NULL,
  rail         text COLLATE "C" NOT NULL CHECK (rail IN ('wire', 'ach_credit', 'same_day_ach_credit', 'rtp_credit')),
  amount_cents numeric(38,0) NOT NULL CHECK (amount_cents > 0),
  status       text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'complete', 'failed', 'returned')),
  reason_code  text COLLATE "C",
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT what_did_not_arrive_says_why CHECK ((reason_code IS NOT NULL) = (status IN ('failed', 'returned')))
);
COMMENT ON TABLE treasury_withdrawals IS 'tenant: dollars that were taken out of the treasury';

CREATE INDEX treasury_withdrawals_newest ON treasury_withdrawals (tenant_id, network, id);

-- What a treasury on local chains and a sandbox bank was given to begin with, so that it is given once.
CREATE TABLE treasury_gifts (
  tenant_id  text COLLATE "C" NOT NULL,
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- A chain, or `bank`.
  place      text COLLATE "C" NOT NULL,
  -- The work on the chain that mints it, or the bank's reference.
  reference  text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, network, place)
);
COMMENT ON TABLE treasury_gifts IS 'tenant: what a treasury on local chains was given to begin with';
