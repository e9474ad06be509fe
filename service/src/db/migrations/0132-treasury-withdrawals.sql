-- Earned fees and tokens can be withdrawn, too. For tokens, `rail` is their chain, and there is no payment.
ALTER TABLE treasury_withdrawals
  ADD COLUMN source text COLLATE "C" NOT NULL DEFAULT 'treasury',
  ADD COLUMN value_type text COLLATE "C" NOT NULL DEFAULT 'USD',
  -- Millionths of the token, from the treasury's address, to an address on the chain.
  ADD COLUMN units numeric(38,0),
  ADD COLUMN place_id text COLLATE "C",
  ADD COLUMN destination text COLLATE "C",
  ADD COLUMN transaction_id text COLLATE "C",
  ALTER COLUMN payment_id DROP NOT NULL;
ALTER TABLE treasury_withdrawals
  ADD CONSTRAINT withdrawal_source CHECK (source IN ('treasury', 'fees')),
  ADD CONSTRAINT withdrawal_of_dollars_or_tokens CHECK (
    CASE WHEN units IS NULL THEN payment_id IS NOT NULL AND value_type = 'USD'
         ELSE units > 0 AND payment_id IS NULL AND source = 'treasury' AND place_id IS NOT NULL
           AND destination IS NOT NULL END);
