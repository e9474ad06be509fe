-- Who may use the console. People belong to the platform; what they may do in a tenant stands in its members.
CREATE TABLE users (
  id             text COLLATE "C" PRIMARY KEY,
  -- As it was typed first; nobody has two.
  email          text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name           text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Of those who run the service.
  operator_role  text CHECK (operator_role IN ('admin', 'compliance', 'treasury', 'support', 'read_only')),
  -- argon2id, in the PHC format.
  password_hash  text NOT NULL,
  password_at    timestamptz NOT NULL,
  -- Sealed. The authenticator that counts, and one that the person has not yet shown to work.
  totp_secret    bytea,
  totp_since     timestamptz,
  totp_pending   bytea,
  -- The last time step whose code was taken: a code is good once.
  totp_last_step bigint,
  -- Wrong codes since the last right one, whatever session they came from.
  wrong_codes    integer NOT NULL DEFAULT 0 CHECK (wrong_codes >= 0),
  wrong_code_at  timestamptz,
  created_at     timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  disabled_at    timestamptz,
  CHECK ((totp_secret IS NULL) = (totp_since IS NULL)),
  CHECK ((wrong_codes = 0) = (wrong_code_at IS NULL))
);
COMMENT ON TABLE users IS 'platform: who may use the console';
CREATE UNIQUE INDEX users_by_email ON users (lower(email));

CREATE TABLE members (
  tenant_id  text COLLATE "C" NOT NULL,
  user_id  text COLLATE "C" NOT NULL,
  role       text NOT NULL CHECK (role IN ('admin', 'developer', 'viewer')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, user_id)
);
COMMENT ON TABLE members IS 'tenant, both networks: people who may see and do things in a managing account';
CREATE INDEX members_by_user ON members (user_id);

-- A key that a person's device keeps (WebAuthn).
CREATE TABLE passkeys (
  id            text COLLATE "C" PRIMARY KEY,
  user_id     text COLLATE "C" NOT NULL REFERENCES users (id),
  -- As the device names it, in base64url.
  credential_id text COLLATE "C" NOT NULL CHECK (length(credential_id) BETWEEN 1 AND 1400),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  public_key    bytea NOT NULL,
  counter       bigint NOT NULL,
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL,
  last_used_at  timestamptz
);
COMMENT ON TABLE passkeys IS 'platform: keys of people at the console';
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- For whoever has lost the authenticator; each is good once.
CREATE TABLE recovery_codes (
  user_id text COLLATE "C" NOT NULL REFERENCES users (id),
  digest    bytea NOT NULL,
  used_at   timestamptz,
  PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE recovery_codes IS 'platform: codes that stand in for a second factor, by their digests';

CREATE TABLE console_sessions (
  id               text COLLATE "C" PRIMARY KEY,
  user_id        text COLLATE "C" NOT NULL REFERENCES users (id),
  -- Of the token in the cookie, which is kept nowhere else.
  token_digest     bytea NOT NULL,
  -- What has been shown so far: the password alone, or all that is asked of the person.
  stage            text NOT NULL CHECK (stage IN ('password', 'complete')),
  -- When the second factor was shown last.
  second_factor_at timestamptz,
  user_agent       text NOT NULL CHECK (length(user_agent) <= 300),
  client_address   text NOT NULL CHECK (length(client_address) <= 100),
  created_at       timestamptz NOT NULL,
  seen_at          timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  ended_at         timestamptz
);
COMMENT ON TABLE console_sessions IS 'platform: who is signed in at the console';
CREATE UNIQUE INDEX console_sessions_by_token ON console_sessions (token_digest);
CREATE INDEX console_sessions_by_user ON console_sessions (user_id, created_at);
CREATE INDEX console_sessions_by_expiry ON console_sessions (expires_at);

-- A link that lets somebody in: to create their access, or to make a new password.
CREATE TABLE invitations (
  id            text COLLATE "C" PRIMARY KEY,
  -- Of the token in the link, which is shown once.
  token_digest  bytea NOT NULL,
  purpose       text NOT NULL CHECK (purpose IN ('join', 'reset')),
  -- Absent for the first operator, who says it.
  email         text CHECK (length(email) BETWEEN 3 AND 254),
  operator_role text CHECK (operator_role IN ('admin', 'compliance', 'treasury', 'support', 'read_only')),
  tenant_id     text COLLATE "C",
  member_role   text CHECK (member_role IN ('admin', 'developer', 'viewer')),
  -- Whose password it makes new, and whether it also forgets the second factors, which were lost.
  user_id     text COLLATE "C" REFERENCES users (id),
  forgets_factors boolean NOT NULL,
  -- Absent for the first operator, whom the service invites.
  invited_by    text COLLATE "C",
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,
  used_at       timestamptz,
  revoked_at    timestamptz,
  CHECK ((tenant_id IS NULL) = (member_role IS NULL)),
  CHECK ((purpose = 'reset') = (user_id IS NOT NULL)),
  CHECK ((purpose = 'join') = (operator_role IS NOT NULL OR member_role IS NOT NULL))
);
COMMENT ON TABLE invitations IS 'platform: links that let somebody in';
CREATE UNIQUE INDEX invitations_by_token ON invitations (token_digest);
CREATE INDEX invitations_by_tenant ON invitations (tenant_id, created_at) WHERE tenant_id IS NOT NULL;
CREATE INDEX invitations_by_expiry ON invitations (expires_at);

-- What a device is asked to sign (WebAuthn); each is good once, and for a short while.
CREATE TABLE passkey_challenges (
  id         text COLLATE "C" PRIMARY KEY,
  challenge  text NOT NULL,
  purpose    text NOT NULL CHECK (purpose IN ('register', 'sign_in', 'confirm')),
  -- Absent where it is not known yet who signs in.
  user_id  text COLLATE "C" REFERENCES users (id),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE passkey_challenges IS 'platform: what devices are asked to sign';
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);
