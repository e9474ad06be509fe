-- A standing order: what comes to its source goes on to its destination, each time by a transfer. The source is an account
-- number at the bank, which payments know by this id, or a custodial address on a chain.
CREATE TABLE automations (
  tenant_id                 text COLLATE "C" NOT NULL,
  network                   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                        text COLLATE "C" NOT NULL,
  account_id                text COLLATE "C" NOT NULL,
  name                      text NOT NULL,
  status                    text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'active', 'disabled', 'archived')),
  source_value_type         text COLLATE "C" NOT NULL,
  -- Null for dollars, which come by whatever rail their sender chooses.
  source_chain              text COLLATE "C",
  source_address_id         text COLLATE "C",
  destination_address_id    text COLLATE "C" NOT NULL,
  destination_value_type    text COLLATE "C" NOT NULL,
  destination_transfer_type text COLLATE "C" NOT NULL,
  brand_account_id          text COLLATE "C",
  created_at                timestamptz NOT NULL,
  updated_at                timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, source_address_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  FOREIGN KEY (tenant_id, source_address_id) REFERENCES addresses (tenant_id, id),
  FOREIGN KEY (tenant_id, destination_address_id) REFERENCES addresses (tenant_id, id),
  FOREIGN KEY (tenant_id, brand_account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT dollars_are_on_no_chain CHECK ((source_value_type = 'USD') = (source_chain IS NULL)),
  CONSTRAINT only_tokens_come_to_an_address CHECK (source_chain IS NOT NULL OR source_address_id IS NULL),
  CONSTRAINT what_is_set_up_has_its_address
    CHECK (status IN ('pending', 'archived') OR (source_chain IS NULL) = (source_address_id IS NULL))
);
COMMENT ON TABLE automations IS 'tenant: what comes to a source goes on to a destination by itself';

CREATE INDEX automations_by_account ON automations (tenant_id, account_id, network, id);

-- What came to an automation, and which transfer was made of it; each payment and each deposit once.
CREATE TABLE automation_runs (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- The payment or the deposit.
  origin         text COLLATE "C" NOT NULL CHECK (origin IN ('payment', 'deposit')),
  origin_id      text COLLATE "C" NOT NULL,
  automation_id  text COLLATE "C" NOT NULL,
  -- What came, in millionths.
  units          numeric(38,0) NOT NULL CHECK (units > 0),
  state          text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'forwarded', 'left')),
  transfer_id    text COLLATE "C",
  -- Why no transfer could be made of it so far, and how often that was tried.
  problem_code   text COLLATE "C",
  problem_detail text,
  problem_at     timestamptz,
  tries          integer NOT NULL CHECK (tries >= 0),
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, origin, origin_id),
  FOREIGN KEY (tenant_id, automation_id) REFERENCES automations (tenant_id, id),
  CONSTRAINT what_went_on_has_its_transfer CHECK ((state = 'forwarded') = (transfer_id IS NOT NULL)),
  CONSTRAINT a_problem_is_whole CHECK (num_nonnulls(problem_code, problem_detail, problem_at) IN (0, 3)),
  CONSTRAINT only_what_waits_has_a_problem CHECK (state = 'waiting' OR problem_code IS NULL)
);
COMMENT ON TABLE automation_runs IS 'tenant: what came to automations, and the transfer that was made of it';

CREATE INDEX automation_runs_waiting ON automation_runs (tenant_id, automation_id, origin_id) WHERE state = 'waiting';
