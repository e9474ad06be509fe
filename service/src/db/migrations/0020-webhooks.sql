-- Fan-out and delivery lock and move rows of many tenants in one statement, so these tables stay on one server when
-- Citus distributes the others, and refer to no table that it distributes. Secrets are sealed: the current one signs,
-- and during a rotation the previous one signs as well.
CREATE TABLE webhook_subscriptions (
  tenant_id             text COLLATE "C" NOT NULL,
  network               text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                    text COLLATE "C" NOT NULL,
  account_id            text COLLATE "C" NOT NULL,
  url                   text NOT NULL CHECK (length(url) <= 2048),
  -- Types such as `transfer.created` and patterns such as `transfer.*`.
  events                text[] COLLATE "C" NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 50),
  description           text,
  status                text COLLATE "C" NOT NULL CHECK (status IN ('active', 'disabled', 'archived')),
  disabled_because      text COLLATE "C" CHECK (disabled_because IN ('requested', 'gone', 'failing')),
  secret                bytea NOT NULL,
  previous_secret       bytea,
  previous_secret_until timestamptz,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL,
  -- Of a customer's webhook: the bank address whose owner it notifies of what to update. It gets no other events.
  address_id            text COLLATE "C",
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT disabled_subscription_has_reason CHECK ((status = 'disabled') = (disabled_because IS NOT NULL)),
  CONSTRAINT previous_secret_expires CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
COMMENT ON TABLE webhook_subscriptions IS 'platform: webhook endpoints and their event types';

CREATE INDEX webhook_subscriptions_by_account ON webhook_subscriptions (tenant_id, account_id, network, id);
-- For the fan-out, which reads them for every event of the account.
CREATE INDEX webhook_subscriptions_of_account ON webhook_subscriptions (tenant_id, account_id, network)
  WHERE status = 'active' AND address_id IS NULL;
CREATE UNIQUE INDEX webhook_subscriptions_of_address ON webhook_subscriptions (tenant_id, network, address_id)
  WHERE status <> 'archived' AND address_id IS NOT NULL;

-- State of the delivery queue of a subscription and its lease. Separate from the subscription, because it is updated
-- often.
CREATE TABLE webhook_endpoint_queues (
  tenant_id         text COLLATE "C" NOT NULL,
  network           text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  subscription_id   text COLLATE "C" NOT NULL,
  -- When a worker should claim it: now, when a delivery is due, or when its holder's lease expires. Null: nothing to
  -- do.
  ready_at          timestamptz,
  holder            text COLLATE "C",
  -- Incremented whenever a delivery is queued, so that no holder releases a queue with unread deliveries.
  change_count      bigint NOT NULL CHECK (change_count >= 0),
  failures_in_a_row integer NOT NULL CHECK (failures_in_a_row >= 0),
  failing_since     timestamptz,
  -- Circuit breaker: no attempts before this time.
  paused_until      timestamptz,
  PRIMARY KEY (tenant_id, subscription_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE webhook_endpoint_queues IS 'platform: delivery queue of each subscription';

CREATE INDEX webhook_endpoint_queues_ready ON webhook_endpoint_queues (ready_at) WHERE ready_at IS NOT NULL;
-- The console often counts failing endpoints across tenants. The index is only written when an endpoint starts to fail
-- or recovers, not for successful deliveries.
CREATE INDEX webhook_endpoint_queues_failing ON webhook_endpoint_queues (failing_since) WHERE failing_since IS NOT NULL;

-- The id of the first attempt is derived from event and subscription, so that no event can be queued twice. No foreign
-- key: checking it would cost more than the row.
CREATE TABLE webhook_queue (
  tenant_id        text COLLATE "C" NOT NULL,
  network          text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  subscription_id  text COLLATE "C" NOT NULL,
  id               text COLLATE "C" NOT NULL,
  event_id         text COLLATE "C" NOT NULL,
  event_type       text COLLATE "C" NOT NULL,
  event_account_id text COLLATE "C" NOT NULL,
  event_sequence   bigint NOT NULL CHECK (event_sequence > 0),
  reason           text COLLATE "C" NOT NULL CHECK (reason IN ('event', 'replay', 'resend')),
  attempt_number   integer NOT NULL CHECK (attempt_number > 0),
  due_at           timestamptz NOT NULL,
  inserted_at      timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subscription_id, id)
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 20000
);
COMMENT ON TABLE webhook_queue IS 'platform: pending delivery attempts';

CREATE INDEX webhook_queue_due ON webhook_queue (tenant_id, subscription_id, due_at, id);
CREATE INDEX webhook_queue_by_event ON webhook_queue (tenant_id, event_id);

-- An attempt moves here from the queue with its id, and gets its result.
CREATE TABLE webhook_attempts (
  tenant_id        text COLLATE "C" NOT NULL,
  network          text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  subscription_id  text COLLATE "C" NOT NULL,
  id               text COLLATE "C" NOT NULL,
  event_id         text COLLATE "C" NOT NULL,
  event_type       text COLLATE "C" NOT NULL,
  reason           text COLLATE "C" NOT NULL CHECK (reason IN ('event', 'replay', 'resend', 'test')),
  attempt_number   integer NOT NULL CHECK (attempt_number > 0),
  -- Exhausted: it failed, and there is no further attempt.
  status           text COLLATE "C" NOT NULL CHECK (status IN ('succeeded', 'failed', 'exhausted')),
  status_code      integer,
  failure_message  text,
  request_url      text NOT NULL,
  duration_ms      integer NOT NULL CHECK (duration_ms >= 0),
  response_excerpt text,
  next_attempt_at  timestamptz,
  inserted_at      timestamptz NOT NULL,
  ended_at         timestamptz NOT NULL,
  -- Null for attempts that were never sent.
  sent_at          timestamptz,
  -- Ids of the secrets that signed it, separated by a space, the current one first.
  secret_ids       text COLLATE "C",
  -- json, not jsonb: it is only shown.
  response_headers json,
  PRIMARY KEY (tenant_id, subscription_id, id),
  CONSTRAINT failed_attempt_has_message CHECK ((status = 'succeeded') = (failure_message IS NULL)),
  CONSTRAINT failed_attempt_has_next_attempt CHECK ((status = 'failed') = (next_attempt_at IS NOT NULL))
);
COMMENT ON TABLE webhook_attempts IS 'platform: completed delivery attempts';

CREATE INDEX webhook_attempts_by_event ON webhook_attempts (tenant_id, event_id);
-- Failed attempts are few among many successful ones.
CREATE INDEX webhook_attempts_failed ON webhook_attempts (tenant_id, subscription_id, status, id)
  WHERE status <> 'succeeded';

-- Delivery attempts, with the id of the subscription as the name. Counted in the statement that records the attempts,
-- so it is next to them.
CREATE TABLE webhook_statistics (
  LIKE statistics INCLUDING ALL EXCLUDING INDEXES,
  PRIMARY KEY (tenant_id, network, series, grain, at, name, detail, asset, bucket)
);
COMMENT ON TABLE webhook_statistics IS 'platform: delivery attempts by hour and day';

CREATE INDEX webhook_statistics_at_idx ON webhook_statistics (at) WHERE grain = 'hour';
CREATE INDEX webhook_statistics_grain_at_idx ON webhook_statistics (grain, at) WHERE series = 'returns';

-- All events of a tenant in dispatch order, so that a managing account reads its own events and those of its managed
-- accounts in one feed.
CREATE TABLE tenant_feed_numbers (
  tenant_id   text COLLATE "C" NOT NULL,
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  last_number bigint NOT NULL CHECK (last_number > 0),
  PRIMARY KEY (tenant_id, network)
) WITH (fillfactor = 80);
COMMENT ON TABLE tenant_feed_numbers IS 'tenant: last number in the event feed of each tenant';

CREATE TABLE tenant_feed (
  tenant_id  text COLLATE "C" NOT NULL,
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  number     bigint NOT NULL CHECK (number > 0),
  account_id text COLLATE "C" NOT NULL,
  sequence   bigint NOT NULL,
  PRIMARY KEY (tenant_id, network, number)
);
COMMENT ON TABLE tenant_feed IS 'tenant: all events of a tenant in dispatch order';
