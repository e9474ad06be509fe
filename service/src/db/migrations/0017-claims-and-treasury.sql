-- A debit that is returned after its money was used: the account owes the amount. The receivable account in the ledger
-- is the truth; the sum of what remains of an account's claims equals it.
CREATE TABLE claims (
  tenant_id       text COLLATE "C" NOT NULL,
  network         text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id              text COLLATE "C" NOT NULL,
  account_id      text COLLATE "C" NOT NULL,
  -- The bank address that was debited.
  address_id      text COLLATE "C" NOT NULL,
  transfer_id     text COLLATE "C" NOT NULL,
  payment_id      text COLLATE "C" NOT NULL,
  -- The token that the debit paid for: its reserve lacks the amount.
  token_id        text COLLATE "C" NOT NULL,
  value_type      text COLLATE "C" NOT NULL,
  return_code     text COLLATE "C" NOT NULL,
  cents           numeric(38, 0) NOT NULL CHECK (cents > 0),
  remaining_cents numeric(38, 0) NOT NULL,
  -- Part of the remaining amount whose tokens are being burned.
  pending_cents   numeric(38, 0) NOT NULL DEFAULT 0,
  -- How the last part was settled.
  status          text COLLATE "C" NOT NULL CHECK (status IN ('open', 'repaid', 'offset', 'written_off')),
  opened_at       timestamptz NOT NULL,
  closed_at       timestamptz,
  updated_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT one_claim_per_payment UNIQUE (tenant_id, payment_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT remaining_is_part_of_claim CHECK (remaining_cents BETWEEN 0 AND cents),
  CONSTRAINT pending_is_part_of_remaining CHECK (pending_cents BETWEEN 0 AND remaining_cents),
  CONSTRAINT open_claim_has_remaining CHECK ((status = 'open') = (remaining_cents > 0)),
  CONSTRAINT closed_claim_has_closed_at CHECK ((status = 'open') = (closed_at IS NULL))
);
COMMENT ON TABLE claims IS
  'tenant: amounts that accounts owe because a debit was returned after its money was used';

-- Open claims are few: the queue of operators, accounts that owe, and reserves net of claims.
CREATE INDEX claims_open ON claims (tenant_id, account_id, network) WHERE status = 'open';
-- Operators have only the id, and read across tenants.
CREATE INDEX claims_by_id ON claims (id);

-- Each part of a claim that was settled. The id is chosen by the caller, so that a request that is sent twice settles
-- once.
CREATE TABLE claim_settlements (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id             text COLLATE "C" NOT NULL,
  claim_id       text COLLATE "C" NOT NULL,
  type           text COLLATE "C" NOT NULL CHECK (type IN ('repay', 'offset', 'write_off')),
  cents          numeric(38, 0) NOT NULL CHECK (cents > 0),
  -- An offset by tokens is pending until they are burned.
  status         text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'complete', 'failed')),
  reason         text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  -- Where the money came from: a payment, a bank reference, `treasury`, `fees`, or a wallet.
  source         text COLLATE "C" NOT NULL,
  -- The burn, with the ledger accounts that it moves.
  burn           jsonb,
  failure_reason text,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, claim_id) REFERENCES claims (tenant_id, id),
  CONSTRAINT only_offset_is_pending CHECK (status = 'complete' OR (type = 'offset' AND burn IS NOT NULL))
);
COMMENT ON TABLE claim_settlements IS 'tenant: repayments, offsets and write-offs of claims';

CREATE INDEX claim_settlements_by_claim ON claim_settlements (tenant_id, claim_id, id);

-- What an operator withdraws from the treasury, or from earned fees, on hold until the outcome is known.
CREATE TABLE treasury_withdrawals (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id             text COLLATE "C" NOT NULL,
  -- Null for tokens.
  payment_id     text COLLATE "C",
  -- The bank address that is credited, of the managing account.
  address_id     text COLLATE "C" NOT NULL,
  -- For tokens, their chain. Dollars leave the treasury by all rails but debits.
  rail           text COLLATE "C" NOT NULL CHECK (rail !~ '_debit$'),
  amount_cents   numeric(38,0) NOT NULL CHECK (amount_cents > 0),
  status         text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'complete', 'failed', 'returned')),
  reason_code    text COLLATE "C",
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  source         text COLLATE "C" NOT NULL DEFAULT 'treasury',
  value_type     text COLLATE "C" NOT NULL DEFAULT 'USD',
  -- Millionths of the token, from the treasury's address, to an address on the chain.
  units          numeric(38,0),
  place_id       text COLLATE "C",
  destination    text COLLATE "C",
  transaction_id text COLLATE "C",
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, address_id) REFERENCES addresses (tenant_id, id),
  CONSTRAINT failed_withdrawal_has_reason CHECK ((reason_code IS NOT NULL) = (status IN ('failed', 'returned'))),
  CONSTRAINT withdrawal_source CHECK (source IN ('treasury', 'fees')),
  CONSTRAINT withdrawal_of_dollars_or_tokens CHECK (
    CASE WHEN units IS NULL THEN payment_id IS NOT NULL AND value_type = 'USD'
         ELSE units > 0 AND payment_id IS NULL AND source = 'treasury' AND place_id IS NOT NULL
           AND destination IS NOT NULL END)
);
COMMENT ON TABLE treasury_withdrawals IS 'tenant: withdrawals of USD from the treasury';

CREATE INDEX treasury_withdrawals_newest ON treasury_withdrawals (tenant_id, network, id);
CREATE INDEX treasury_withdrawals_by_time ON treasury_withdrawals (tenant_id, network, created_at);

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
