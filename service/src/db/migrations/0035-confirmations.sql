-- A request that its user must confirm with the second factor: it was refused with this id, and is repeated with it once.
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

-- Null unless the challenge was derived from a confirmation: then it confirms only that one.
ALTER TABLE passkey_challenges ADD COLUMN confirmation_id text COLLATE "C";
