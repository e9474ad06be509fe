-- Users are platform-wide; their roles in a tenant are in members.
CREATE TABLE users (
  id             text COLLATE "C" PRIMARY KEY,
  -- As first entered; unique regardless of case.
  email          text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Of operators.
  operator_role  text CHECK (operator_role IN ('admin', 'compliance', 'treasury', 'support', 'read_only')),
  -- argon2id, in the PHC format.
  password_hash  text NOT NULL,
  password_at    timestamptz NOT NULL,
  -- Sealed: the active authenticator, and one whose first code is not yet confirmed.
  totp_secret    bytea,
  totp_since     timestamptz,
  totp_pending   bytea,
  -- The time step of the last accepted code: a code is valid once.
  totp_last_step bigint,
  -- Wrong codes since the last correct one, in any session.
  wrong_codes    integer NOT NULL DEFAULT 0 CHECK (wrong_codes >= 0),
  wrong_code_at  timestamptz,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  disabled_at    timestamptz,
  CHECK ((totp_secret IS NULL) = (totp_since IS NULL)),
  CHECK ((wrong_codes = 0) = (wrong_code_at IS NULL))
);
COMMENT ON TABLE users IS 'platform: console users';

CREATE UNIQUE INDEX users_by_email ON users (lower(email));

CREATE TABLE members (
  tenant_id  text COLLATE "C" NOT NULL,
  user_id    text COLLATE "C" NOT NULL,
  role       text NOT NULL CHECK (role IN ('admin', 'developer', 'viewer')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id)
);
COMMENT ON TABLE members IS 'tenant, both networks: memberships of users in managing accounts';

CREATE INDEX members_by_user ON members (user_id);

-- A WebAuthn credential.
CREATE TABLE passkeys (
  id            text COLLATE "C" PRIMARY KEY,
  user_id       text COLLATE "C" NOT NULL REFERENCES users (id),
  -- base64url.
  credential_id text COLLATE "C" NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1400),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
COMMENT ON TABLE passkeys IS 'platform: passkeys of console users';

CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- For users who have lost their authenticator; each is valid once.
CREATE TABLE recovery_codes (
  user_id text COLLATE "C" NOT NULL REFERENCES users (id),
  digest  bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE recovery_codes IS 'platform: digests of recovery codes, which replace a second factor';

CREATE TABLE console_sessions (
  id               text COLLATE "C" PRIMARY KEY,
  user_id          text COLLATE "C" NOT NULL REFERENCES users (id),
  -- Of the token in the cookie, which is stored nowhere else.
  token_digest     bytea NOT NULL,
  -- Completed authentication: the password only, or all required factors.
  stage            text NOT NULL CHECK (stage IN ('password', 'complete')),
  -- Last verification of the second factor.
  second_factor_at timestamptz,
  user_agent       text NOT NULL CHECK (length(user_agent) <= 300),
  client_address   text NOT NULL CHECK (length(client_address) <= 100),
  created_at       timestamptz NOT NULL,
  seen_at          timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  ended_at         timestamptz
);
COMMENT ON TABLE console_sessions IS 'platform: sessions of console users';

CREATE UNIQUE INDEX console_sessions_by_token ON console_sessions (token_digest);
CREATE INDEX console_sessions_by_user ON console_sessions (user_id, created_at);
CREATE INDEX console_sessions_by_expiry ON console_sessions (expires_at);

CREATE TABLE invitations (
  id              text COLLATE "C" PRIMARY KEY,
  -- Of the token in the link, which is shown once.
  token_digest    bytea NOT NULL,
  purpose         text NOT NULL CHECK (purpose IN ('join', 'reset')),
  -- Null for the first operator, who enters it.
  email           text CHECK (length(email) BETWEEN 3 AND 254),
  operator_role   text CHECK (operator_role IN ('admin', 'compliance', 'treasury', 'support', 'read_only')),
  tenant_id       text COLLATE "C",
  member_role     text CHECK (member_role IN ('admin', 'developer', 'viewer')),
  -- Of a reset: the user, and whether it also removes the lost second factors.
  user_id         text COLLATE "C" REFERENCES users (id),
  forgets_factors boolean NOT NULL,
  -- Null for the first operator, who is invited by the service.
  invited_by      text COLLATE "C",
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  used_at         timestamptz,
  revoked_at      timestamptz,
  CHECK ((tenant_id IS NULL) = (member_role IS NULL)),
  CHECK ((purpose = 'reset') = (user_id IS NOT NULL)),
  CHECK ((purpose = 'join') = (operator_role IS NOT NULL OR member_role IS NOT NULL))
);
COMMENT ON TABLE invitations IS 'platform: links to join or to reset a password';

CREATE UNIQUE INDEX invitations_by_token ON invitations (token_digest);
CREATE INDEX invitations_by_tenant ON invitations (tenant_id, created_at) WHERE tenant_id IS NOT NULL;
CREATE INDEX invitations_by_expiry ON invitations (expires_at);

-- Each challenge is valid once and for a short time.
CREATE TABLE passkey_challenges (
  id         text COLLATE "C" PRIMARY KEY,
  challenge  text NOT NULL,
  purpose    text NOT NULL CHECK (purpose IN ('register', 'sign_in', 'confirm')),
  -- Null at sign-in, where the user is not known yet.
  user_id    text COLLATE "C" REFERENCES users (id),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE passkey_challenges IS 'platform: WebAuthn challenges';

CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
