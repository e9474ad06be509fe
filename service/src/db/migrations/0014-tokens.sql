-- A value type is unique in a network, regardless of its issuer, so the catalog is a platform table. A token that is
-- not public is visible to the issuing tenant only.
CREATE TABLE tokens (
  network           text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                text COLLATE "C" NOT NULL,
  value_type        text COLLATE "C" NOT NULL CHECK (value_type ~ '^[0-9A-Za-z]{2,12}$'),
  name              text NOT NULL,
  kind              text COLLATE "C" NOT NULL CHECK (kind IN ('fiat_backed', 'attested', 'third_party')),
  currency          text COLLATE "C" NOT NULL,
  -- Null for the platform token and for third-party tokens.
  tenant_id         text COLLATE "C",
  issuer_account_id text COLLATE "C",
  is_public         boolean NOT NULL,
  -- Who mints: the platform, a simulated external issuer on a local chain, or a third party.
  authority         text COLLATE "C" NOT NULL CHECK (authority IN ('platform', 'external_issuer', 'external')),
  issuer_key_index  integer CHECK (issuer_key_index >= 0),
  status            text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'active', 'failed')),
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (network, id),
  UNIQUE (network, issuer_key_index),
  CONSTRAINT issuer_account_has_tenant CHECK ((tenant_id IS NULL) = (issuer_account_id IS NULL)),
  CONSTRAINT private_token_has_tenant CHECK (is_public OR tenant_id IS NOT NULL),
  CONSTRAINT minting_authority_has_key CHECK ((authority = 'external') = (issuer_key_index IS NULL)),
  CONSTRAINT third_party_token_has_external_authority CHECK ((authority = 'platform') = (kind <> 'third_party'))
);
COMMENT ON TABLE tokens IS 'platform: token catalog of each network';

-- Case-insensitive: `USDX` and `usdx` are too easy to confuse.
CREATE UNIQUE INDEX tokens_by_value_type ON tokens (network, upper(value_type));
CREATE INDEX tokens_by_tenant ON tokens (network, tenant_id, id) WHERE tenant_id IS NOT NULL;
CREATE INDEX tokens_public ON tokens (network, id) WHERE is_public;

-- A token on a chain. Each deployment attempt is a separate chain operation; this references the last one.
CREATE TABLE token_deployments (
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  token_id       text COLLATE "C" NOT NULL,
  -- Chains are added by settings: the schema checks the form of a name.
  chain          text COLLATE "C" NOT NULL CHECK (chain ~ '^[a-z][a-z0-9_]{1,30}$'),
  status         text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'active', 'failed')),
  contract       text COLLATE "C",
  -- Null for a contract deployed by a third party.
  work_id        text COLLATE "C",
  failure_reason text COLLATE "C",
  failure_detail text,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (network, token_id, chain),
  FOREIGN KEY (network, token_id) REFERENCES tokens (network, id),
  CONSTRAINT active_deployment_has_contract CHECK ((status = 'active') = (contract IS NOT NULL)),
  CONSTRAINT failed_deployment_has_reason
    CHECK ((status = 'failed') = (failure_reason IS NOT NULL AND failure_detail IS NOT NULL)),
  CONSTRAINT inactive_deployment_has_work CHECK (status = 'active' OR work_id IS NOT NULL)
);
COMMENT ON TABLE token_deployments IS 'platform: deployments of the tokens on each chain';

CREATE UNIQUE INDEX token_deployments_by_contract ON token_deployments (network, chain, contract)
  WHERE contract IS NOT NULL;

-- Locked by the issuing transaction until it commits.
CREATE TABLE token_issuer_keys (
  network    text COLLATE "C" PRIMARY KEY CHECK (network IN ('testnet', 'mainnet')),
  next_index integer NOT NULL CHECK (next_index >= 0)
);
COMMENT ON TABLE token_issuer_keys IS 'platform: next index of issuer keys';

INSERT INTO token_issuer_keys (network, next_index) VALUES ('testnet', 0), ('mainnet', 0);

-- Deposits as posted to the ledger: credited to the address, or held in suspense because of a sanctions match of the
-- sender, until a reviewer releases them.
CREATE TABLE token_deposits (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id             text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  address_id     text COLLATE "C" NOT NULL,
  chain          text COLLATE "C" NOT NULL,
  token_id       text COLLATE "C" NOT NULL,
  value_type     text COLLATE "C" NOT NULL,
  scale          smallint NOT NULL CHECK (scale BETWEEN 0 AND 18),
  units          numeric(38, 0) NOT NULL CHECK (units > 0),
  from_address   text COLLATE "C",
  transaction_id text COLLATE "C" NOT NULL,
  transfer_index integer NOT NULL,
  status         text COLLATE "C" NOT NULL CHECK (status IN ('complete', 'held', 'released')),
  -- Version and entry uids of the sanctions list that caused the hold.
  list_version   text COLLATE "C",
  hit_uids       text[] COLLATE "C" NOT NULL,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, chain, transaction_id, transfer_index, network),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id)
);
COMMENT ON TABLE token_deposits IS 'tenant: incoming token deposits to custodial addresses';

CREATE INDEX token_deposits_by_account ON token_deposits (tenant_id, account_id, network, id);
-- Operators read across tenants.
CREATE INDEX token_deposits_by_id ON token_deposits (id);
CREATE INDEX token_deposits_held ON token_deposits (id) WHERE status = 'held';

-- From the freeze order until the unfreeze order is done. A freeze applies to a token of the catalog, and some tokens
-- have no tenant, so this is a platform table.
CREATE TABLE token_freezes (
  network          text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id               text COLLATE "C" NOT NULL,
  token_id         text COLLATE "C" NOT NULL,
  value_type       text COLLATE "C" NOT NULL,
  -- The issuing tenant; null for the platform token.
  tenant_id        text COLLATE "C",
  chain            text COLLATE "C" NOT NULL CHECK (chain ~ '^[a-z][a-z0-9_]{1,30}$'),
  address          text COLLATE "C" NOT NULL,
  contract         text COLLATE "C" NOT NULL,
  issuer_key_index integer NOT NULL CHECK (issuer_key_index >= 0),
  status           text COLLATE "C" NOT NULL
    CHECK (status IN ('freezing', 'frozen', 'unfreezing', 'unfrozen', 'failed')),
  reason           text NOT NULL,
  unfreeze_reason  text,
  freeze_work_id   text COLLATE "C" NOT NULL,
  unfreeze_work_id text COLLATE "C",
  -- Failure of the last order on the chain. After a failed unfreeze the address is still frozen.
  failure_reason   text COLLATE "C",
  failure_detail   text,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  PRIMARY KEY (network, id),
  FOREIGN KEY (network, token_id) REFERENCES tokens (network, id),
  CONSTRAINT failure_has_reason_and_detail CHECK ((failure_reason IS NULL) = (failure_detail IS NULL)),
  CONSTRAINT failed_freeze_has_reason CHECK (status <> 'failed' OR failure_reason IS NOT NULL),
  CONSTRAINT unfreeze_has_reason_and_work CHECK (
    status NOT IN ('unfreezing', 'unfrozen') OR (unfreeze_reason IS NOT NULL AND unfreeze_work_id IS NOT NULL))
);
COMMENT ON TABLE token_freezes IS 'platform: addresses frozen by an operator for a token on a chain';

-- One active freeze per address; checked before every transfer.
CREATE UNIQUE INDEX token_freezes_active ON token_freezes (network, value_type, chain, address)
  WHERE status IN ('freezing', 'frozen', 'unfreezing');
CREATE INDEX token_freezes_by_token ON token_freezes (network, token_id, id);

-- Progress and counts of each run.
CREATE TABLE reconciliation_runs (
  id               text COLLATE "C" PRIMARY KEY,
  started_at       timestamptz NOT NULL,
  progressed_at    timestamptz NOT NULL,
  ended_at         timestamptz,
  is_under_way     boolean NOT NULL,
  compared_count   bigint NOT NULL CHECK (compared_count >= 0),
  explained_count  bigint NOT NULL CHECK (explained_count >= 0),
  difference_count bigint NOT NULL CHECK (difference_count >= 0),
  unverified_count bigint NOT NULL CHECK (unverified_count >= 0),
  -- An abandoned run is neither in progress nor ended.
  CHECK (NOT (is_under_way AND ended_at IS NOT NULL))
);
COMMENT ON TABLE reconciliation_runs IS 'platform: comparisons of chains and ledger';

CREATE UNIQUE INDEX reconciliation_runs_under_way ON reconciliation_runs (is_under_way) WHERE is_under_way;
CREATE INDEX reconciliation_runs_ended ON reconciliation_runs (ended_at) WHERE ended_at IS NOT NULL;

-- Differences found by a run: in the supply of a token, or in the token balance of a custodial address.
CREATE TABLE reconciliation_differences (
  run_id       text COLLATE "C" NOT NULL,
  network      text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  chain        text COLLATE "C" NOT NULL,
  token_id     text COLLATE "C" NOT NULL,
  value_type   text COLLATE "C" NOT NULL,
  -- Empty for the supply.
  address_id   text COLLATE "C" NOT NULL,
  tenant_id    text COLLATE "C",
  chain_units  numeric(38,0),
  ledger_units numeric(38,0) NOT NULL,
  cause        text COLLATE "C" NOT NULL,
  found_at     timestamptz NOT NULL,
  PRIMARY KEY (run_id, network, chain, token_id, address_id),
  FOREIGN KEY (run_id) REFERENCES reconciliation_runs (id) ON DELETE CASCADE
);
COMMENT ON TABLE reconciliation_differences IS 'platform: differences between chains and ledger';

-- Signed reserve reports: one for each fiat-backed token and month. Each contains the digest of the previous one.
CREATE TABLE reserve_reports (
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  token_id   text COLLATE "C" NOT NULL,
  month      text COLLATE "C" NOT NULL CHECK (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- 1 for the first report of the token.
  number     integer NOT NULL CHECK (number > 0),
  as_of      timestamptz NOT NULL,
  -- The signed bytes: canonical JSON in UTF-8.
  document   text NOT NULL,
  -- SHA-256 of the document.
  digest     bytea NOT NULL CHECK (octet_length(digest) = 32),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (network, token_id, month),
  UNIQUE (network, token_id, number),
  FOREIGN KEY (network, token_id) REFERENCES tokens (network, id)
);
COMMENT ON TABLE reserve_reports IS 'platform: signed monthly reserve reports of tokens, append-only';

REVOKE UPDATE, DELETE, TRUNCATE ON reserve_reports FROM CURRENT_USER;

-- Tokens whose supply, reserve and reports are public, without sign-in.
CREATE TABLE transparency_pages (
  network   text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  token_id  text COLLATE "C" NOT NULL,
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (network, token_id),
  FOREIGN KEY (network, token_id) REFERENCES tokens (network, id)
);
COMMENT ON TABLE transparency_pages IS 'platform: tokens with a public transparency page';
