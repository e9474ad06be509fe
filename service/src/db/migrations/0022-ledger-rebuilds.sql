-- A writer may keep balances in memory as long as the head has the hash that it expects. A rebuild changes balances
-- without a new record, so it is counted here.
ALTER TABLE ledger_heads ADD COLUMN IF NOT EXISTS rebuilds bigint NOT NULL DEFAULT 0;
