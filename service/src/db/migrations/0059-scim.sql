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

CREATE TABLE scim_group_members (
  group_id text COLLATE "C" NOT NULL REFERENCES scim_groups (id),
  user_id  text COLLATE "C" NOT NULL REFERENCES users (id),
  PRIMARY KEY (group_id, user_id)
);
COMMENT ON TABLE scim_group_members IS 'platform: users in groups that the directory provisioned';

CREATE INDEX scim_group_members_by_user ON scim_group_members (user_id);
