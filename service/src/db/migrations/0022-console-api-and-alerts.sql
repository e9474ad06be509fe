-- Held funds, and claims settled without a payment, need dual approval above a threshold. A request waits here until a
-- second user approves the release or the request is withdrawn. It is valid for the amount and the revision that the
-- requester saw.
CREATE TABLE release_requests (
  tenant_id          text COLLATE "C" NOT NULL,
  network            text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  subject_type       text COLLATE "C" NOT NULL CHECK (subject_type IN ('transfer', 'deposit', 'payment', 'claim')),
  subject_id         text COLLATE "C" NOT NULL,
  -- Of a payment: the owner that it is released to, as `transfers/<id>`. Of a claim: how it is settled.
  target             text COLLATE "C",
  -- In USD cents, one to one, rounded up.
  cents              numeric(38, 0) NOT NULL CHECK (cents >= 0),
  subject_updated_at timestamptz NOT NULL,
  -- User id.
  requested_by       text COLLATE "C" NOT NULL,
  reason             text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  requested_at       timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subject_type, subject_id),
  CONSTRAINT release_requests_target_check CHECK ((subject_type IN ('payment', 'claim')) = (target IS NOT NULL))
);
COMMENT ON TABLE release_requests IS 'tenant: releases of held funds that await dual approval';

-- Operators read across tenants.
CREATE INDEX release_requests_by_subject ON release_requests (subject_type, subject_id);

-- What operators know of an item in a queue: the item itself belongs to another module.
CREATE TABLE work_items (
  kind        text COLLATE "C" NOT NULL CHECK (kind IN
    ('review', 'held_transfer', 'held_deposit', 'failed_refund', 'suspense', 'claim', 'approval', 'bank_item')),
  object_id   text COLLATE "C" NOT NULL,
  assignee_id text COLLATE "C" REFERENCES users (id),
  due_at      timestamptz,
  -- JSON array of author_id, at, text and mentions; append-only.
  notes       jsonb NOT NULL DEFAULT '[]',
  updated_at  timestamptz NOT NULL,
  PRIMARY KEY (kind, object_id)
);
COMMENT ON TABLE work_items IS 'platform: assignee, due time and notes of items that operators work on';

-- Notes that mention a user, for the user's notices.
CREATE INDEX work_items_by_mention ON work_items USING gin (notes jsonb_path_ops);

CREATE TABLE saved_views (
  id         text COLLATE "C" PRIMARY KEY,
  -- The platform's own id for views of operators.
  tenant_id  text COLLATE "C" NOT NULL,
  list       text COLLATE "C" NOT NULL CHECK (list ~ '^[a-z]+(-[a-z]+)*$'),
  user_id    text COLLATE "C" NOT NULL REFERENCES users (id),
  name       text NOT NULL,
  -- Filters and order as the console's URL has them.
  query      text NOT NULL,
  is_shared  boolean NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE saved_views IS 'platform: filters and order of a list that users saved under a name';

CREATE INDEX saved_views_by_list ON saved_views (tenant_id, list, id);

-- What needs attention: one row for each time that a condition began to hold.
CREATE TABLE alerts (
  id          text COLLATE "C" PRIMARY KEY,
  -- The condition, such as `dead_jobs` or `low_gas/mainnet/base`.
  name        text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  severity    text COLLATE "C" NOT NULL CHECK (severity IN ('info', 'warning', 'error', 'critical')),
  summary     text NOT NULL CHECK (length(summary) BETWEEN 1 AND 500),
  opened_at   timestamptz NOT NULL,
  resolved_at timestamptz
);
COMMENT ON TABLE alerts IS 'platform: alerts to operators';

CREATE UNIQUE INDEX alerts_open ON alerts (name) WHERE resolved_at IS NULL;
CREATE INDEX alerts_by_end ON alerts (resolved_at) WHERE resolved_at IS NOT NULL;
