-- Limits of an account, or of a tenant with all its accounts together, per transfer and per day (UTC). A null account
-- means the whole tenant; a null transfer type means any.
CREATE TABLE transfer_limits (
  tenant_id          text COLLATE "C" NOT NULL,
  network            text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                 text COLLATE "C" NOT NULL,
  account_id         text COLLATE "C",
  transfer_type      text COLLATE "C",
  per_transfer_cents numeric(38,0) CHECK (per_transfer_cents > 0),
  daily_cents        numeric(38,0) CHECK (daily_cents > 0),
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT unique_limit_per_scope UNIQUE NULLS NOT DISTINCT (tenant_id, network, account_id, transfer_type),
  CONSTRAINT limit_has_amount CHECK (per_transfer_cents IS NOT NULL OR daily_cents IS NOT NULL)
);
COMMENT ON TABLE transfer_limits IS 'tenant: limits per transfer and per day';

-- The most specific matching row applies; without one a transfer is free.
CREATE TABLE transfer_fees (
  tenant_id     text COLLATE "C" NOT NULL,
  network       text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id            text COLLATE "C" NOT NULL,
  account_id    text COLLATE "C",
  flow          text COLLATE "C" NOT NULL CHECK (flow IN ('onramp', 'offramp', 'swap')),
  transfer_type text COLLATE "C",
  flat_cents    numeric(38,0) NOT NULL CHECK (flat_cents >= 0),
  basis_points  integer NOT NULL CHECK (basis_points BETWEEN 0 AND 10000),
  minimum_cents numeric(38,0) NOT NULL CHECK (minimum_cents >= 0),
  maximum_cents numeric(38,0),
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT unique_fee_per_scope UNIQUE NULLS NOT DISTINCT (tenant_id, network, account_id, flow, transfer_type),
  CONSTRAINT maximum_not_below_minimum CHECK (maximum_cents >= minimum_cents)
);
COMMENT ON TABLE transfer_fees IS 'tenant: fee schedule of transfers';
