-- API clients. The id of an application is its client_id.
CREATE TABLE applications (
  tenant_id         text COLLATE "C" NOT NULL,
  network           text NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                text COLLATE "C" NOT NULL,
  account_id        text COLLATE "C" NOT NULL,
  name              text NOT NULL,
  scopes            text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at        timestamptz NOT NULL,
  revoked_at        timestamptz,
  -- Where it may be used from, as ranges of IP addresses; empty for anywhere.
  allowed_ips       text[] NOT NULL DEFAULT '{}' CHECK (cardinality(allowed_ips) <= 100),
  -- Whether its access tokens must be bound to a key (RFC 9449).
  requires_dpop     boolean NOT NULL DEFAULT false,
  -- When scopes were last removed: until tokens from before have expired, each node limits them to the scopes that are
  -- left.
  scopes_removed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id)
);
COMMENT ON TABLE applications IS 'tenant: API clients with their network and scopes';

CREATE INDEX applications_by_account ON applications (tenant_id, account_id, id);
CREATE INDEX applications_by_revocation ON applications (revoked_at) WHERE revoked_at IS NOT NULL;
-- Each node reads these every second.
CREATE INDEX applications_restricted ON applications (id)
  WHERE revoked_at IS NULL AND (allowed_ips <> '{}' OR requires_dpop);
CREATE INDEX applications_by_removed_scopes ON applications (scopes_removed_at) WHERE scopes_removed_at IS NOT NULL;

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
COMMENT ON TABLE application_secrets IS
  'tenant: digests of client secrets, at most two valid ones per application';

CREATE INDEX application_secrets_by_application ON application_secrets (tenant_id, application_id, expires_at);
CREATE UNIQUE INDEX application_secrets_current ON application_secrets (tenant_id, application_id)
  WHERE expires_at IS NULL;
-- Tokens end with the secret that they were issued for: each node loads what ended within their lifetime.
CREATE INDEX application_secrets_by_expiry ON application_secrets (expires_at) WHERE expires_at IS NOT NULL;

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

-- The same for tokens that were issued for a key.
CREATE INDEX application_keys_by_revocation ON application_keys (revoked_at) WHERE revoked_at IS NOT NULL;

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
COMMENT ON TABLE revoked_tokens IS
  'tenant: access tokens revoked before they expired, deleted after they expire';

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

-- Failed and successful authentications, shared by all nodes. Keys are HMACs of a client or e-mail address, an IP
-- address, or both, so that the table names neither.
CREATE TABLE attempt_records (
  key          bytea PRIMARY KEY CHECK (octet_length(key) = 32),
  -- Recent failures, in milliseconds since 1970.
  failed_ms    bigint[] NOT NULL,
  -- Of a client at an address: when it last succeeded, if it has not failed since.
  succeeded_ms bigint,
  changed_at   timestamptz NOT NULL
);
COMMENT ON TABLE attempt_records IS
  'platform: recent failures and known clients at known addresses, for attempt limits';

CREATE INDEX attempt_records_by_change ON attempt_records (changed_at);

ALTER TABLE documents ADD FOREIGN KEY (tenant_id, application_id) REFERENCES applications (tenant_id, id);
