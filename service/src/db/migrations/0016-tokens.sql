-- The catalogue. A value type is one thing in a network, whoever issues it, so the catalogue is the platform's; a token
-- that is not public is shown to the tenant that issues it, and to nobody else.
CREATE TABLE tokens (
  network           text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                text COLLATE "C" NOT NULL,
  value_type        text COLLATE "C" NOT NULL CHECK (value_type ~ '^[0-9A-Za-z]{2,12}$'),
  name              text NOT NULL,
  kind              text COLLATE "C" NOT NULL CHECK (kind IN ('fiat_backed', 'attested', 'third_party')),
  currency          text COLLATE "C" NOT NULL,
  -- Null for the platform's own token and for tokens of others.
  tenant_id         text COLLATE "C",
  issuer_account_id text COLLATE "C",
  is_public         boolean NOT NULL,
  -- Who mints: we do, an outsider whom we play on a local chain, or somebody else.
  authority         text COLLATE "C" NOT NULL CHECK (authority IN ('platform', 'external_issuer', 'external')),
  issuer_key_index  integer CHECK (issuer_key_index >= 0),
  status            text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'active', 'failed')),
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (network, id),
  UNIQUE (network, issuer_key_index),
  CONSTRAINT an_issuer_is_an_account_of_a_tenant CHECK ((tenant_id IS NULL) = (issuer_account_id IS NULL)),
  CONSTRAINT what_nobody_sees_is_strangers CHECK (is_public OR tenant_id IS NOT NULL),
  CONSTRAINT who_mints_has_a_key CHECK ((authority = 'external') = (issuer_key_index IS NULL)),
  CONSTRAINT only_tokens_of_others_are_minted_by_others CHECK ((authority = 'platform') = (kind <> 'third_party'))
);
COMMENT ON TABLE tokens IS 'platform: the catalogue of tokens in each network';

-- `USDX` and `usdx` would be told apart by programs and by nobody else.
CREATE UNIQUE INDEX tokens_by_value_type ON tokens (network, upper(value_type));
CREATE INDEX tokens_by_tenant ON tokens (network, tenant_id, id) WHERE tenant_id IS NOT NULL;
CREATE INDEX tokens_public ON tokens (network, id) WHERE is_public;

-- A token on a chain. Every attempt at a deployment is work of its own; the last one counts.
CREATE TABLE token_deployments (
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  token_id       text COLLATE "C" NOT NULL,
  chain          text COLLATE "C" NOT NULL CHECK (chain IN ('ethereum', 'base', 'solana', 'stellar')),
  status         text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'active', 'failed')),
  contract       text COLLATE "C",
  -- Null where somebody else has deployed it.
  work_id        text COLLATE "C",
  failure_reason text COLLATE "C",
  failure_detail text,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  PRIMARY KEY (network, token_id, chain),
  FOREIGN KEY (network, token_id) REFERENCES tokens (network, id),
  CONSTRAINT an_active_deployment_has_a_contract CHECK ((status = 'active') = (contract IS NOT NULL)),
  CONSTRAINT a_failed_deployment_says_why
    CHECK ((status = 'failed') = (failure_reason IS NOT NULL AND failure_detail IS NOT NULL)),
  CONSTRAINT what_is_not_active_yet_is_worked_on CHECK (status = 'active' OR work_id IS NOT NULL)
);
COMMENT ON TABLE token_deployments IS 'platform: the tokens of the catalogue on each chain';

CREATE UNIQUE INDEX token_deployments_by_contract ON token_deployments (network, chain, contract)
  WHERE contract IS NOT NULL;

-- The next key of an issuer in each network. Whoever issues a token holds the row until the commit.
CREATE TABLE token_issuer_keys (
  network    text COLLATE "C" PRIMARY KEY CHECK (network IN ('testnet', 'mainnet')),
  next_index integer NOT NULL CHECK (next_index >= 0)
);
COMMENT ON TABLE token_issuer_keys IS 'platform: the index of the next issuer key';

INSERT INTO token_issuer_keys (network, next_index) VALUES ('testnet', 0), ('mainnet', 0);

-- How much of a token was minted is asked over all tenants: which of them have it, and then the supply of each.
CREATE INDEX ledger_assets_by_code ON ledger_assets (network, code, tenant_id);

-- Each comparison of chains and ledger: how far it is, and what it has counted.
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
  -- A run that was given up is neither under way nor ended.
  CHECK (NOT (is_under_way AND ended_at IS NOT NULL))
);
COMMENT ON TABLE reconciliation_runs IS 'platform: comparisons of chains and ledger';

CREATE UNIQUE INDEX reconciliation_runs_under_way ON reconciliation_runs (is_under_way) WHERE is_under_way;
CREATE INDEX reconciliation_runs_ended ON reconciliation_runs (ended_at) WHERE ended_at IS NOT NULL;

-- What a run has found: the supply of a token, or what an address of ours holds of it.
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
COMMENT ON TABLE reconciliation_differences IS 'platform: where chains and ledger did not agree';
