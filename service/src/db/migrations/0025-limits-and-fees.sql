-- How much an account, or a tenant with all its accounts together, may move: in one transfer, and on one day in UTC. Null
-- for the account means all of the tenant; null for the transfer type means any.
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
  CONSTRAINT a_thing_is_limited_once UNIQUE NULLS NOT DISTINCT (tenant_id, network, account_id, transfer_type),
  CONSTRAINT a_limit_limits_something CHECK (per_transfer_cents IS NOT NULL OR daily_cents IS NOT NULL)
);
COMMENT ON TABLE transfer_limits IS 'tenant: how much may be moved in one transfer and on one day';

-- What a transfer costs. The row that fits best is the price; without one a transfer is free.
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
  CONSTRAINT a_thing_has_one_price UNIQUE NULLS NOT DISTINCT (tenant_id, network, account_id, flow, transfer_type),
  CONSTRAINT a_maximum_is_not_below_the_minimum CHECK (maximum_cents >= minimum_cents)
);
COMMENT ON TABLE transfer_fees IS 'tenant: what transfers cost';
