-- Earned fees and tokens can be withdrawn, too. For tokens, `rail` is their chain, and there is no payment.
ALTER TABLE treasury_withdrawals
  ADD COLUMN IF NOT EXISTS source text COLLATE "C" NOT NULL DEFAULT 'treasury' CHECK (source IN ('treasury', 'fees')),
  ADD COLUMN IF NOT EXISTS value_type text COLLATE "C" NOT NULL DEFAULT 'USD',
  -- Millionths of the token, from the treasury's address, to an address on the chain.
  ADD COLUMN IF NOT EXISTS units numeric(38,0) CHECK (units > 0),
  ADD COLUMN IF NOT EXISTS place_id text COLLATE "C",
  ADD COLUMN IF NOT EXISTS destination text COLLATE "C",
  ADD COLUMN IF NOT EXISTS transaction_id text COLLATE "C",
  ALTER COLUMN payment_id DROP NOT NULL;
ALTER TABLE treasury_withdrawals DROP CONSTRAINT IF EXISTS withdrawal_of_dollars_or_tokens;
ALTER TABLE treasury_withdrawals ADD CONSTRAINT withdrawal_of_dollars_or_tokens CHECK (
  CASE WHEN units IS NULL THEN payment_id IS NOT NULL AND value_type = 'USD'
       ELSE payment_id IS NULL AND source = 'treasury' AND place_id IS NOT NULL AND destination IS NOT NULL END);
