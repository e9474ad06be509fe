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

-- Emails that a user can turn off.
ALTER TABLE users ADD COLUMN mails_approvals boolean NOT NULL DEFAULT true;
ALTER TABLE users ADD COLUMN mails_alerts boolean NOT NULL DEFAULT true;

-- Browsers that a user has signed in from: a digest of the user agent and the network.
CREATE TABLE known_devices (
  user_id text COLLATE "C" NOT NULL REFERENCES users (id),
  digest  bytea NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, digest)
);
COMMENT ON TABLE known_devices IS 'platform: browsers that console users have signed in from';
CREATE INDEX known_devices_by_time ON known_devices (seen_at);

-- When the approvers were notified by email.
ALTER TABLE approvals ADD COLUMN mailed_at timestamptz;
CREATE INDEX approvals_unmailed ON approvals (id) WHERE status = 'pending' AND mailed_at IS NULL;
