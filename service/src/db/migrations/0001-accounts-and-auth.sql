-- Managing accounts, each of which is its own tenant, and the accounts that they manage.
CREATE TABLE accounts (
  tenant_id           text COLLATE "C" NOT NULL,
  id                  text COLLATE "C" NOT NULL,
  -- Null for a managing account, which exists in both networks. A managed account belongs to the network of the
  -- application that created it, so that a business verified in the sandbox never counts as verified on mainnet.
  network             text CHECK (network IN ('testnet', 'mainnet')),
  kind                text NOT NULL CHECK (kind IN ('managing', 'managed')),
  managing_account_id text COLLATE "C",
  name                text NOT NULL,
  business_name       text,
  self_attested       boolean NOT NULL,
  status              text NOT NULL CHECK (status IN ('pending', 'complete', 'rejected')),
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, managing_account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT managing_account_is_own_tenant
    CHECK (kind <> 'managing' OR (tenant_id = id AND managing_account_id IS NULL)),
  CONSTRAINT managed_account_belongs_to_tenant
    CHECK (kind <> 'managed' OR (managing_account_id IS NOT NULL AND managing_account_id = tenant_id AND id <> tenant_id)),
  CONSTRAINT managed_account_has_network CHECK ((kind = 'managed') = (network IS NOT NULL))
);
COMMENT ON TABLE accounts IS
  'tenant, both networks: managing accounts exist in both networks, a managed account in the network of its creation';

CREATE INDEX accounts_by_managing_account ON accounts (tenant_id, managing_account_id, network, id);
CREATE INDEX accounts_managing ON accounts (id) WHERE kind = 'managing';
-- Prefix search by name: in one tenant, among all managing accounts, among all managed accounts.
CREATE INDEX accounts_by_name ON accounts (tenant_id, (lower(name) COLLATE "C"), id);
CREATE INDEX accounts_managing_by_name ON accounts ((lower(name) COLLATE "C"), id) WHERE kind = 'managing';
CREATE INDEX accounts_managed_by_name ON accounts ((lower(name) COLLATE "C"), id) WHERE kind = 'managed';

-- Business and individuals of an account, sealed as one value. Only the blind index of the EIN and the flags for the
-- review are outside of it; neither reveals personal data.
CREATE TABLE account_profiles (
  tenant_id  text COLLATE "C" NOT NULL,
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  account_id text COLLATE "C" NOT NULL,
  sealed     bytea NOT NULL,
  ein_index  bytea NOT NULL CHECK (octet_length(ein_index) = 32),
  flags      jsonb NOT NULL CHECK (jsonb_typeof(flags) = 'array'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, account_id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id)
);
COMMENT ON TABLE account_profiles IS 'tenant: sealed business and individual data of managed accounts';

CREATE INDEX account_profiles_by_ein ON account_profiles (tenant_id, network, ein_index);

-- API clients. The id of an application is its client_id.
CREATE TABLE applications (
  tenant_id  text COLLATE "C" NOT NULL,
  network    text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id         text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  scopes     text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id)
);
COMMENT ON TABLE applications IS 'tenant: API clients with their network and scopes';

CREATE INDEX applications_by_account ON applications (tenant_id, account_id, id);
CREATE INDEX applications_by_revocation ON applications (revoked_at) WHERE revoked_at IS NOT NULL;

-- A digest is an HMAC of a 256-bit random secret with a pepper from service_keys.
CREATE TABLE application_secrets (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id             text COLLATE "C" NOT NULL,
  application_id text COLLATE "C" NOT NULL,
  digest         bytea NOT NULL CHECK (octet_length(digest) = 32),
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, application_id) REFERENCES applications (tenant_id, id)
);
COMMENT ON TABLE application_secrets IS 'tenant: digests of client secrets, at most two valid ones per application';

CREATE INDEX application_secrets_by_application ON application_secrets (tenant_id, application_id, expires_at);
CREATE UNIQUE INDEX application_secrets_current ON application_secrets (tenant_id, application_id) WHERE expires_at IS NULL;

-- Public keys for private_key_jwt, RFC 7523.
CREATE TABLE application_keys (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  application_id text COLLATE "C" NOT NULL,
  kid            text COLLATE "C" NOT NULL CHECK (length(kid) BETWEEN 1 AND 255),
  jwk            jsonb NOT NULL,
  created_at     timestamptz NOT NULL,
  revoked_at     timestamptz,
  PRIMARY KEY (tenant_id, application_id, kid),
  FOREIGN KEY (tenant_id, application_id) REFERENCES applications (tenant_id, id)
);
COMMENT ON TABLE application_keys IS 'tenant: public keys of applications for client assertions';

-- An assertion is valid once: its jti is stored until the assertion expires.
CREATE TABLE client_assertions (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  application_id text COLLATE "C" NOT NULL,
  jti            text COLLATE "C" NOT NULL,
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, application_id, jti)
);
COMMENT ON TABLE client_assertions IS 'tenant: used client assertions, deleted after they expire';

CREATE INDEX client_assertions_by_expiry ON client_assertions (expires_at);

CREATE TABLE revoked_tokens (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  application_id text COLLATE "C" NOT NULL,
  jti            text COLLATE "C" NOT NULL,
  expires_at     timestamptz NOT NULL,
  revoked_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, jti),
  FOREIGN KEY (tenant_id, application_id) REFERENCES applications (tenant_id, id)
);
COMMENT ON TABLE revoked_tokens IS 'tenant: access tokens revoked before they expired, deleted after they expire';

CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at);
CREATE INDEX revoked_tokens_by_application ON revoked_tokens (tenant_id, application_id, expires_at);

-- A token request has only a client_id; this finds its tenant.
CREATE TABLE client_directory (
  client_id text COLLATE "C" PRIMARY KEY,
  tenant_id text COLLATE "C" NOT NULL,
  network   text NOT NULL CHECK (network IN ('testnet', 'mainnet'))
);
COMMENT ON TABLE client_directory IS 'platform: the tenant and network of each client_id';

-- A key is published before it signs, and stays published until its last token has expired.
CREATE TABLE signing_keys (
  kid                text COLLATE "C" PRIMARY KEY,
  alg                text NOT NULL CHECK (alg = 'EdDSA'),
  public_jwk         jsonb NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at         timestamptz NOT NULL,
  signs_from         timestamptz NOT NULL,
  retires_at         timestamptz
);
COMMENT ON TABLE signing_keys IS 'platform: keys that sign access tokens, private keys sealed';

-- Random keys, generated once. A new master key only rewraps them.
CREATE TABLE service_keys (
  name       text COLLATE "C" PRIMARY KEY,
  sealed     bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE service_keys IS 'platform: internal keys of the service, sealed';
