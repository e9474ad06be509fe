-- A debit that is returned after its money was used: the account owes the amount. The receivable account in the ledger is
-- the truth; the sum of what remains of an account's claims equals it.
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
COMMENT ON TABLE claims IS 'tenant: amounts that accounts owe because a debit was returned after its money was used';

-- Open claims are few: the queue of operators, accounts that owe, and reserves net of claims.
CREATE INDEX claims_open ON claims (tenant_id, account_id, network) WHERE status = 'open';
-- Operators have only the id, and read across tenants.
CREATE INDEX claims_by_id ON claims (id);

-- Each part of a claim that was settled. The id is chosen by the caller, so that a request that is sent twice settles once.
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

-- Debits that were returned before: the payment's id is also that of the claim. If the mint failed too, the money of the
-- debit has settled it.
INSERT INTO claims (tenant_id, network, id, account_id, address_id, transfer_id, payment_id, token_id, value_type,
  return_code, cents, remaining_cents, status, opened_at, closed_at, updated_at)
SELECT payment.tenant_id, payment.network, payment.id, transfer.account_id, transfer.source_address_id, transfer.id,
  payment.id, transfer.ends -> 'destination' -> 'token' ->> 'id', transfer.destination_value_type, payment.reason_code,
  payment.amount_cents, CASE WHEN set_off.at IS NULL THEN payment.amount_cents ELSE 0 END,
  CASE WHEN set_off.at IS NULL THEN 'open' ELSE 'offset' END, returned.at, set_off.at, coalesce(set_off.at, returned.at)
FROM payments AS payment
JOIN transfers AS transfer ON transfer.tenant_id = payment.tenant_id AND transfer.source_payment_id = payment.id
  AND transfer.id = payment.owner_subject
JOIN ledger_journal AS returned ON returned.tenant_id = payment.tenant_id AND returned.network = payment.network
  AND returned.key = 'transfer/' || transfer.id || '/collection-returned'
LEFT JOIN ledger_journal AS set_off ON set_off.tenant_id = payment.tenant_id AND set_off.network = payment.network
  AND set_off.key = 'payment/' || payment.id || '/set_off'
WHERE payment.direction = 'inbound' AND payment.status = 'returned';
