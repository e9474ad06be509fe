-- Which nodes run. Each says now and then that it is there; the times are of the database's clock, which all share.
CREATE TABLE nodes (
  id         text COLLATE "C" PRIMARY KEY,
  host       text NOT NULL CHECK (length(host) <= 255),
  roles      text[] NOT NULL,
  version    text NOT NULL,
  started_at timestamptz NOT NULL,
  seen_at    timestamptz NOT NULL
);
COMMENT ON TABLE nodes IS 'platform: which nodes run, and when each was last heard of';

-- People look for accounts by how their names begin: in one tenant, or among all tenants.
CREATE INDEX accounts_by_name ON accounts (tenant_id, (lower(name) COLLATE "C"), id);
CREATE INDEX accounts_managing_by_name ON accounts ((lower(name) COLLATE "C"), id) WHERE kind = 'managing';
