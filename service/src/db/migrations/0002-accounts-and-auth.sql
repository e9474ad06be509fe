-- The managing accounts (each its own tenant) and the accounts they manage.
CREATE TABLE accounts (
  tenant_id           text COLLATE "C" NOT NULL,
  id                  text COLLATE "C" NOT NULL,
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
  CONSTRAINT a_managing_account_is_its_own_tenant
    CHECK (kind <> 'managing' OR (tenant_id = id AND managing_account_id IS NULL)),
  CONSTRAINT a_managed_account_belongs_to_its_tenant
    CHECK (kind <> 'managed' OR (managing_account_id IS NOT NULL AND managing_account_id = tenant_id AND id <> tenant_id))
);
COMMENT ON TABLE accounts IS 'tenant, both networks: the same account ids serve testnet and mainnet';

CREATE INDEX accounts_by_managing_account ON accounts (tenant_id, managing_account_id, id);
CREATE INDEX accounts_managing ON accounts (id) WHERE kind = 'managing';

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

-- What proves a secret without holding it: an HMAC of 256 random bits with a pepper from service_keys.
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
COMMENT ON TABLE application_secrets IS 'tenant: digests of client secrets, at most two live ones per application';

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
COMMENT ON TABLE application_keys IS 'tenant: public keys with which applications sign client assertions';

-- An assertion is good once; its jti is remembered until the assertion could not be used anyway.
CREATE TABLE client_assertions (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  application_id text COLLATE "C" NOT NULL,
  jti            text COLLATE "C" NOT NULL,
  expires_at     timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, application_id, jti)
);
COMMENT ON TABLE client_assertions IS 'tenant: client assertions that have been used, removed when they have expired';

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
COMMENT ON TABLE revoked_tokens IS 'tenant: access tokens given back before they expired, removed when they have expired';

CREATE INDEX revoked_tokens_by_expiry ON revoked_tokens (expires_at);
CREATE INDEX revoked_tokens_by_application ON revoked_tokens (tenant_id, application_id, expires_at);

-- A token request knows only a client_id; everything after it names the tenant.
CREATE TABLE client_directory (
  client_id text COLLATE "C" PRIMARY KEY,
  tenant_id text COLLATE "C" NOT NULL,
  network   text NOT NULL CHECK (network IN ('testnet', 'mainnet'))
);
COMMENT ON TABLE client_directory IS 'platform: where the application of a client_id is found';

-- The keys that sign access tokens. A key is published before it signs and stays until its last token has expired.
CREATE TABLE signing_keys (
  kid                text COLLATE "C" PRIMARY KEY,
  alg                text NOT NULL CHECK (alg = 'EdDSA'),
  public_jwk         jsonb NOT NULL,
  sealed_private_key bytea NOT NULL,
  created_at         timestamptz NOT NULL,
  signs_from         timestamptz NOT NULL,
  retires_at         timestamptz
);
COMMENT ON TABLE signing_keys IS 'platform: keys that sign access tokens, private halves sealed';

-- Random keys that the service makes for itself once, so that a new master key only re-seals them.
CREATE TABLE service_keys (
  name       text COLLATE "C" PRIMARY KEY,
  sealed     bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE service_keys IS 'platform: keys of the service itself, sealed';
