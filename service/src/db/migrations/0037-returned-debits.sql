-- A return code that ends the authorization: the bank address is not debited again until its owner authorizes it again.
ALTER TABLE addresses ADD COLUMN debit_block_code text COLLATE "C",
  ADD CONSTRAINT only_bank_address_has_debit_block CHECK (debit_block_code IS NULL OR medium = 'bank');
-- Operators have only the id.
CREATE INDEX addresses_debit_blocked ON addresses (id) WHERE debit_block_code IS NOT NULL;

-- Outflows of an account that owes are held for manual review, besides those with a sanctions match.
ALTER TABLE transfers ADD COLUMN held_for_claim boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT held_transfer_has_hold,
  ADD CONSTRAINT held_transfer_has_hold CHECK (step <> 'held' OR hold_end IS NOT NULL OR held_for_claim);

-- Settling a claim without a payment needs dual approval above the threshold; the target is how it is settled.
ALTER TABLE release_requests DROP CONSTRAINT release_requests_subject_type_check,
  ADD CONSTRAINT release_requests_subject_type_check
    CHECK (subject_type IN ('transfer', 'deposit', 'payment', 'claim')),
  DROP CONSTRAINT release_requests_target_check,
  ADD CONSTRAINT release_requests_target_check
    CHECK ((subject_type IN ('payment', 'claim')) = (target IS NOT NULL));

-- Micro deposits are limited per account and per tenant.
CREATE INDEX bank_links_with_deposits ON bank_links (tenant_id, network, begun_at) WHERE provider = 'micro_deposits';

-- Return rates of ACH debits over 60 days, measured every hour. The platform's own row has the tenant id of zeros.
CREATE TABLE ach_return_rates (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  entries        bigint NOT NULL CHECK (entries > 0),
  unauthorized   bigint NOT NULL,
  administrative bigint NOT NULL,
  overall        bigint NOT NULL,
  -- Rates above Nacha's thresholds.
  exceeded       text[] COLLATE "C" NOT NULL,
  measured_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, network)
);
COMMENT ON TABLE ach_return_rates IS 'tenant: return rates of ACH debits over 60 days';

CREATE INDEX payments_debits ON payments (inserted_at) WHERE rail IN ('ach_debit', 'same_day_ach_debit');
