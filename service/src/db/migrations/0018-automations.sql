-- Each incoming amount at the source is forwarded to the destination by a transfer. The source is a virtual account,
-- whose payments reference this id, or a custodial address on a chain.
CREATE TABLE automations (
  tenant_id                 text COLLATE "C" NOT NULL,
  network                   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                        text COLLATE "C" NOT NULL,
  account_id                text COLLATE "C" NOT NULL,
  name                      text NOT NULL,
  status                    text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'active', 'disabled', 'archived')),
  source_value_type         text COLLATE "C" NOT NULL,
  -- Null for USD, which arrives by any rail.
  source_chain              text COLLATE "C",
  source_address_id         text COLLATE "C",
  destination_address_id    text COLLATE "C" NOT NULL,
  destination_value_type    text COLLATE "C" NOT NULL,
  destination_transfer_type text COLLATE "C" NOT NULL,
  brand_account_id          text COLLATE "C",
  created_at                timestamptz NOT NULL,
  updated_at                timestamptz NOT NULL,
  -- `type` and `value`, for the owner of an external address.
  destination_memo          jsonb,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, source_address_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, source_address_id) REFERENCES addresses (tenant_id, id),
  FOREIGN KEY (tenant_id, destination_address_id) REFERENCES addresses (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT usd_source_has_no_chain CHECK ((source_value_type = 'USD') = (source_chain IS NULL)),
  CONSTRAINT only_token_source_has_address CHECK (source_chain IS NOT NULL OR source_address_id IS NULL),
  CONSTRAINT active_automation_has_source_address
    CHECK (status IN ('pending', 'archived') OR (source_chain IS NULL) = (source_address_id IS NULL))
);
COMMENT ON TABLE automations IS 'tenant: rules that forward funds from a source to a destination';

CREATE INDEX automations_by_account ON automations (tenant_id, account_id, network, id);
-- Search by the end of an id, which is what lists show of it.
CREATE INDEX automations_by_id_end ON automations (reverse(right(id, 8)));

-- One run for each incoming payment or deposit.
CREATE TABLE automation_runs (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  origin         text COLLATE "C" NOT NULL CHECK (origin IN ('payment', 'deposit')),
  origin_id      text COLLATE "C" NOT NULL,
  automation_id  text COLLATE "C" NOT NULL,
  -- Received amount in millionths.
  units          numeric(38,0) NOT NULL CHECK (units > 0),
  state          text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'forwarded', 'left')),
  transfer_id    text COLLATE "C",
  -- Why no transfer could be created so far, and the number of tries.
  problem_code   text COLLATE "C",
  problem_detail text,
  problem_at     timestamptz,
  tries          integer NOT NULL CHECK (tries >= 0),
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, origin, origin_id),
  FOREIGN KEY (tenant_id, automation_id) REFERENCES automations (tenant_id, id),
  CONSTRAINT forwarded_run_has_transfer CHECK ((state = 'forwarded') = (transfer_id IS NOT NULL)),
  CONSTRAINT problem_is_complete CHECK (num_nonnulls(problem_code, problem_detail, problem_at) IN (0, 3)),
  CONSTRAINT only_waiting_run_has_problem CHECK (state = 'waiting' OR problem_code IS NULL)
);
COMMENT ON TABLE automation_runs IS
  'tenant: incoming funds of automations and the transfers created for them';

CREATE INDEX automation_runs_waiting ON automation_runs (tenant_id, automation_id, origin_id) WHERE state = 'waiting';
