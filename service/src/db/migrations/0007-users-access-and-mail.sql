-- Users are platform-wide; their roles in a tenant are in members, next to them, because every console request reads
-- the memberships of its user in all tenants.
CREATE TABLE users (
  id                       text COLLATE "C" PRIMARY KEY,
  -- As first entered; unique regardless of case.
  email                    text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name                     text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- Of operators.
  operator_role            text CHECK (operator_role IN ('admin', 'compliance', 'treasury', 'support', 'read_only')),
  -- argon2id, in the PHC format; null for users of single sign-on and of SCIM.
  password_hash            text,
  password_at              timestamptz,
  -- Sealed: the active authenticator, and one whose first code is not yet confirmed.
  totp_secret              bytea,
  totp_since               timestamptz,
  totp_pending             bytea,
  -- The time step of the last accepted code: a code is valid once.
  totp_last_step           bigint,
  -- Wrong codes since the last correct one, in any session.
  wrong_codes              integer NOT NULL DEFAULT 0 CHECK (wrong_codes >= 0),
  wrong_code_at            timestamptz,
  created_at               timestamptz NOT NULL,
  updated_at               timestamptz NOT NULL,
  disabled_at              timestamptz,
  -- Newer notices are unread; NULL until the user reads some.
  notices_read_at          timestamptz,
  -- What manages the user: Florin, or the company's directory by single sign-on or by SCIM.
  source                   text NOT NULL DEFAULT 'local' CHECK (source IN ('local', 'sso', 'scim')),
  -- A local admin who may sign in when the identity provider is down.
  is_break_glass           boolean NOT NULL DEFAULT false,
  -- Emails that a user can turn off.
  mails_approvals          boolean NOT NULL DEFAULT true,
  mails_alerts             boolean NOT NULL DEFAULT true,
  -- Whether the directory disabled the user. It can enable only such a user again: what an admin disabled stays
  -- disabled.
  is_disabled_by_directory boolean NOT NULL DEFAULT false,
  CHECK ((totp_secret IS NULL) = (totp_since IS NULL)),
  CHECK ((wrong_codes = 0) = (wrong_code_at IS NULL)),
  CHECK (NOT is_break_glass OR source = 'local')
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
COMMENT ON TABLE members IS 'platform: memberships of users in managing accounts';

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
  ended_at         timestamptz,
  is_sso           boolean NOT NULL DEFAULT false,
  -- The session at the identity provider, for back-channel logout.
  sso_session_id   text COLLATE "C" CHECK (length(sso_session_id) <= 255)
);
COMMENT ON TABLE console_sessions IS 'platform: sessions of console users';

CREATE UNIQUE INDEX console_sessions_by_token ON console_sessions (token_digest);
CREATE INDEX console_sessions_by_user ON console_sessions (user_id, created_at);
CREATE INDEX console_sessions_by_expiry ON console_sessions (expires_at);
CREATE INDEX console_sessions_by_sso ON console_sessions (sso_session_id) WHERE sso_session_id IS NOT NULL;

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
  id              text COLLATE "C" PRIMARY KEY,
  challenge       text NOT NULL,
  purpose         text NOT NULL CHECK (purpose IN ('register', 'sign_in', 'confirm')),
  -- Null at sign-in, where the user is not known yet.
  user_id         text COLLATE "C" REFERENCES users (id),
  expires_at      timestamptz NOT NULL,
  -- Null unless the challenge was derived from a confirmation: then it confirms only that one.
  confirmation_id text COLLATE "C"
);
COMMENT ON TABLE passkey_challenges IS 'platform: WebAuthn challenges';

CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- A request that its user must confirm with the second factor: it was refused with this id, and is repeated with it
-- once.
CREATE TABLE console_confirmations (
  id           text COLLATE "C" PRIMARY KEY,
  session_id   text COLLATE "C" NOT NULL,
  user_id      text COLLATE "C" NOT NULL REFERENCES users (id),
  operation    text NOT NULL,
  -- Keyed hash of the request and of the summary that the user was shown; the request itself is not stored.
  digest       bytea NOT NULL CHECK (length(digest) = 32),
  expires_at   timestamptz NOT NULL,
  confirmed_at timestamptz,
  used_at      timestamptz,
  CHECK (used_at IS NULL OR confirmed_at IS NOT NULL)
);
COMMENT ON TABLE console_confirmations IS 'platform: requests of console users that need their second factor';

CREATE INDEX console_confirmations_by_expiry ON console_confirmations (expires_at);

-- A user at the identity provider: never identified by email, which changes hands.
CREATE TABLE user_identities (
  issuer     text COLLATE "C" NOT NULL CHECK (length(issuer) BETWEEN 1 AND 500),
  subject    text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id    text COLLATE "C" NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
COMMENT ON TABLE user_identities IS 'platform: subjects at the identity provider that are console users';

CREATE UNIQUE INDEX user_identities_by_user ON user_identities (user_id, issuer);

-- A visit to the identity provider that has not returned yet. State, nonce and code verifier derive from the token in
-- the browser's cookie; only its digest is stored.
CREATE TABLE sso_attempts (
  token_digest    bytea PRIMARY KEY CHECK (length(token_digest) = 32),
  purpose         text NOT NULL CHECK (purpose IN ('sign_in', 'confirm', 'link')),
  -- Console path to show after sign-in.
  return_to       text CHECK (length(return_to) <= 2000),
  -- Of a confirmation or a link: the user's session.
  user_id         text COLLATE "C" REFERENCES users (id),
  session_id      text COLLATE "C",
  confirmation_id text COLLATE "C",
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  CHECK ((purpose = 'sign_in') = (user_id IS NULL)),
  CHECK ((user_id IS NULL) = (session_id IS NULL))
);
COMMENT ON TABLE sso_attempts IS 'platform: visits to the identity provider that have not returned yet';

CREATE INDEX sso_attempts_by_expiry ON sso_attempts (expires_at);

-- Browsers that a user has signed in from: a digest of the user agent and the network.
CREATE TABLE known_devices (
  user_id text COLLATE "C" NOT NULL REFERENCES users (id),
  digest  bytea NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE known_devices IS 'platform: browsers that console users have signed in from';

CREATE INDEX known_devices_by_time ON known_devices (seen_at);

-- A bearer token with which the company's directory pushes users and groups (SCIM 2.0, RFC 7644).
CREATE TABLE scim_tokens (
  id           text COLLATE "C" PRIMARY KEY,
  name         text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Of the token, which is shown once.
  token_digest bytea NOT NULL CHECK (length(token_digest) = 32),
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at   timestamptz
);
COMMENT ON TABLE scim_tokens IS 'platform: tokens of SCIM clients';

CREATE UNIQUE INDEX scim_tokens_by_digest ON scim_tokens (token_digest);

-- What the directory says about a console user, besides email and name.
CREATE TABLE scim_users (
  user_id     text COLLATE "C" PRIMARY KEY REFERENCES users (id),
  user_name   text NOT NULL CHECK (length(user_name) BETWEEN 1 AND 254),
  external_id text COLLATE "C" CHECK (length(external_id) BETWEEN 1 AND 254),
  given_name  text CHECK (length(given_name) <= 100),
  family_name text CHECK (length(family_name) <= 100),
  created_at  timestamptz NOT NULL,
  updated_at  timestamptz NOT NULL
);
COMMENT ON TABLE scim_users IS 'platform: console users that the directory provisioned';

CREATE UNIQUE INDEX scim_users_by_user_name ON scim_users (lower(user_name));
CREATE UNIQUE INDEX scim_users_by_external_id ON scim_users (external_id) WHERE external_id IS NOT NULL;

CREATE TABLE scim_groups (
  id           text COLLATE "C" PRIMARY KEY,
  display_name text NOT NULL CHECK (length(display_name) BETWEEN 1 AND 254),
  external_id  text COLLATE "C" CHECK (length(external_id) BETWEEN 1 AND 254),
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL
);
COMMENT ON TABLE scim_groups IS 'platform: groups that the directory provisioned';

CREATE UNIQUE INDEX scim_groups_by_name ON scim_groups (lower(display_name));
CREATE UNIQUE INDEX scim_groups_by_external_id ON scim_groups (external_id) WHERE external_id IS NOT NULL;

CREATE TABLE scim_group_members (
  group_id text COLLATE "C" NOT NULL REFERENCES scim_groups (id),
  user_id  text COLLATE "C" NOT NULL REFERENCES users (id),
  PRIMARY KEY (group_id, user_id)
);
COMMENT ON TABLE scim_group_members IS 'platform: users in groups that the directory provisioned';

CREATE INDEX scim_group_members_by_user ON scim_group_members (user_id);

-- Who gave, renewed or widened the access of a user or an application. These are the lines of origin: two identities
-- count as two individuals only if neither has given access to the other, and a new one counts as none for a while.
CREATE TABLE access_changes (
  -- Or the id of an application.
  user_id    text COLLATE "C" NOT NULL,
  id         text COLLATE "C" NOT NULL,
  kind       text COLLATE "C" NOT NULL
    CHECK (kind IN ('invited', 'role', 'reset', 'reissued', 'credential', 'confirmed')),
  -- NULL for the service itself, and for an operator at the command line.
  changed_by text COLLATE "C",
  changed_at timestamptz NOT NULL,
  origin     text COLLATE "C" NOT NULL CHECK (origin IN ('user', 'application', 'server', 'directory', 'unknown')),
  PRIMARY KEY (user_id, id)
);
COMMENT ON TABLE access_changes IS
  'platform: who gave, renewed, widened or confirmed the access of users and applications';

-- Emails, written in the transaction of what causes them.
CREATE TABLE mails (
  id         text COLLATE "C" PRIMARY KEY,
  -- The cause and the recipient, by their ids: each email is queued once.
  key        text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
  kind       text COLLATE "C" NOT NULL,
  -- Sealed recipient, subject and bodies, which may have a link. Removed when the email is no longer queued.
  content    bytea,
  state      text COLLATE "C" NOT NULL CHECK (state IN ('queued', 'sent', 'refused', 'dropped')),
  attempts   integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  last_error text CHECK (length(last_error) <= 500),
  created_at timestamptz NOT NULL,
  ended_at   timestamptz,
  CHECK ((state = 'queued') = (content IS NOT NULL)),
  CHECK ((state = 'queued') = (ended_at IS NULL))
);
COMMENT ON TABLE mails IS 'platform: emails to console users';

CREATE UNIQUE INDEX mails_by_key ON mails (key);
CREATE INDEX mails_queued ON mails (created_at) WHERE state = 'queued';
CREATE INDEX mails_by_end ON mails (ended_at) WHERE state <> 'queued';
