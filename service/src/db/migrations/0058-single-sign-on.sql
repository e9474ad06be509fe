-- Users of single sign-on and of SCIM have no password.
ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL;
ALTER TABLE users ALTER COLUMN password_at DROP NOT NULL;
-- What manages the user: Florin, or the company's directory by single sign-on or by SCIM.
ALTER TABLE users ADD COLUMN source text NOT NULL DEFAULT 'local' CHECK (source IN ('local', 'sso', 'scim'));
-- A local admin who may sign in when the identity provider is down.
ALTER TABLE users ADD COLUMN is_break_glass boolean NOT NULL DEFAULT false;
ALTER TABLE users ADD CHECK (NOT is_break_glass OR source = 'local');

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

-- A visit to the identity provider that has not returned yet. State, nonce and code verifier derive from the token in the
-- browser's cookie; only its digest is stored.
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

ALTER TABLE console_sessions ADD COLUMN is_sso boolean NOT NULL DEFAULT false;
-- The session at the identity provider, for back-channel logout.
ALTER TABLE console_sessions ADD COLUMN sso_session_id text COLLATE "C" CHECK (length(sso_session_id) <= 255);
CREATE INDEX console_sessions_by_sso ON console_sessions (sso_session_id) WHERE sso_session_id IS NOT NULL;
