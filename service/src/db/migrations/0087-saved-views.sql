CREATE TABLE saved_views (
  id         text COLLATE "C" PRIMARY KEY,
  tenant_id  text COLLATE "C" NOT NULL,
  list       text COLLATE "C" NOT NULL CHECK (list IN ('transfers', 'payments')),
  user_id    text COLLATE "C" NOT NULL REFERENCES users (id),
  name       text NOT NULL,
  -- Filters and order as the console's URL has them.
  query      text NOT NULL,
  is_shared  boolean NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE saved_views IS 'platform: filters and order of a list that users saved under a name';

CREATE INDEX saved_views_by_list ON saved_views (tenant_id, list, id);
