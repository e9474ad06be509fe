-- Each tenant has its own clock at the sandbox bank. Times of its payments are stored by the bank's clock: when a tenant
-- advances its clock, they are brought forward.
CREATE TABLE IF NOT EXISTS sandbox_bank_clocks (
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  tenant_id  text COLLATE "C" NOT NULL,
  -- Null until it is set explicitly: the bank's mode applies until then.
  clock_mode text COLLATE "C" CHECK (clock_mode IN ('seconds', 'calendar')),
  -- Offset from the bank's clock.
  ahead_ms   bigint NOT NULL CHECK (ahead_ms >= 0),
  PRIMARY KEY (network, tenant_id)
);
COMMENT ON TABLE sandbox_bank_clocks IS 'platform: clocks of tenants at the sandbox bank';

-- The tenant whose clock applies; null for the bank's own.
ALTER TABLE sandbox_bank_items ADD COLUMN IF NOT EXISTS tenant_id text COLLATE "C";

CREATE INDEX IF NOT EXISTS sandbox_bank_items_of_tenant ON sandbox_bank_items (network, tenant_id)
  WHERE state = 'waiting' AND tenant_id IS NOT NULL;
