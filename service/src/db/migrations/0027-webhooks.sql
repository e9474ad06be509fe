-- Who wants to be told of what, and where. The secrets are sealed: the current one signs, and during a rotation the one
-- before signs as well.
CREATE TABLE webhook_subscriptions (
  tenant_id             text COLLATE "C" NOT NULL,
  network               text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  id                    text COLLATE "C" NOT NULL,
  account_id            text COLLATE "C" NOT NULL,
  url                   text NOT NULL CHECK (length(url) <= 2048),
  -- Types such as `transfer.created` and families such as `transfer.*`.
  events                text[] COLLATE "C" NOT NULL CHECK (cardinality(events) BETWEEN 1 AND 50),
  description           text,
  status                text COLLATE "C" NOT NULL CHECK (status IN ('active', 'disabled', 'archived')),
  disabled_because      text COLLATE "C" CHECK (disabled_because IN ('requested', 'gone', 'failing')),
  secret                bytea NOT NULL,
  previous_secret       bytea,
  previous_secret_until timestamptz,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, account_id) REFERENCES accounts (tenant_id, id),
  CONSTRAINT disabled_for_a_reason CHECK ((status = 'disabled') = (disabled_because IS NOT NULL)),
  CONSTRAINT a_previous_secret_ends CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL))
);
COMMENT ON TABLE webhook_subscriptions IS 'tenant: who wants to be told of which events, and where';

CREATE INDEX webhook_subscriptions_by_account ON webhook_subscriptions (tenant_id, account_id, network, id);
-- For whoever hands events out, to all tenants in turn: archived ones add up, and nobody may be slower for those of another.
CREATE INDEX webhook_subscriptions_active ON webhook_subscriptions (tenant_id, account_id, network)
  WHERE status = 'active';

-- Where the deliveries of a subscription wait in line, and which node works on it. One row for each subscription, apart
-- from it, because it is written often.
CREATE TABLE webhook_endpoint_queues (
  tenant_id         text COLLATE "C" NOT NULL,
  network           text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  subscription_id   text COLLATE "C" NOT NULL,
  -- When a node should look at it: now, when something is due, or when its holder must have died. Null: need not look.
  ready_at          timestamptz,
  holder            text COLLATE "C",
  -- Moves whenever something is added to the lane, so that nobody lets go of it without having seen that.
  update              bigint NOT NULL CHECK (update >= 0),
  failures_in_a_row integer NOT NULL CHECK (failures_in_a_row >= 0),
  failing_since     timestamptz,
  -- The circuit breaker: nothing is sent before.
  paused_until      timestamptz,
  PRIMARY KEY (tenant_id, subscription_id)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
COMMENT ON TABLE webhook_endpoint_queues IS 'tenant: the line in which the deliveries of a subscription wait';

CREATE INDEX webhook_endpoint_queues_ready ON webhook_endpoint_queues (ready_at) WHERE ready_at IS NOT NULL;

-- Attempts that are to be made. The first one of an event has an id that is made of the event and the subscription, so
-- that no event can be put in line twice. No foreign key: a check for each row would cost more than the row.
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
COMMENT ON TABLE webhook_queue IS 'tenant: attempts to deliver an event that are to be made';

CREATE INDEX webhook_queue_due ON webhook_queue (tenant_id, subscription_id, due_at, id);
CREATE INDEX webhook_queue_by_event ON webhook_queue (tenant_id, event_id);

-- Attempts that were made, each with what came of it. An attempt moves here from the queue, with its id.
CREATE TABLE webhook_attempts (
  tenant_id        text COLLATE "C" NOT NULL,
  network          text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  subscription_id  text COLLATE "C" NOT NULL,
  id               text COLLATE "C" NOT NULL,
  event_id         text COLLATE "C" NOT NULL,
  event_type       text COLLATE "C" NOT NULL,
  reason           text COLLATE "C" NOT NULL CHECK (reason IN ('event', 'replay', 'resend', 'test')),
  attempt_number   integer NOT NULL CHECK (attempt_number > 0),
  -- Exhausted: it failed, and there is no further one.
  status           text COLLATE "C" NOT NULL CHECK (status IN ('succeeded', 'failed', 'exhausted')),
  status_code      integer,
  failure_message  text,
  request_url      text NOT NULL,
  duration_ms      integer NOT NULL CHECK (duration_ms >= 0),
  response_excerpt text,
  next_attempt_at  timestamptz,
  inserted_at      timestamptz NOT NULL,
  ended_at         timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subscription_id, id),
  CONSTRAINT what_failed_says_why CHECK ((status = 'succeeded') = (failure_message IS NULL)),
  CONSTRAINT what_failed_goes_on CHECK ((status = 'failed') = (next_attempt_at IS NOT NULL))
);
COMMENT ON TABLE webhook_attempts IS 'tenant: attempts to deliver an event that were made';

CREATE INDEX webhook_attempts_by_event ON webhook_attempts (tenant_id, event_id);
-- For whoever looks for what went wrong among much that went well.
CREATE INDEX webhook_attempts_failed ON webhook_attempts (tenant_id, subscription_id, status, id)
  WHERE status <> 'succeeded';

-- All events of a tenant in one order, the one in which they were handed out: a managing account reads what happened to
-- itself and to those that it manages in one go.
CREATE TABLE tenant_feed_numbers (
  tenant_id   text COLLATE "C" NOT NULL,
  network     text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  last_number bigint NOT NULL CHECK (last_number > 0),
  PRIMARY KEY (tenant_id, network)
) WITH (fillfactor = 80);
COMMENT ON TABLE tenant_feed_numbers IS 'tenant: the number of the last event in the feed of each tenant';

CREATE TABLE tenant_feed (
  tenant_id  text COLLATE "C" NOT NULL,
  network    text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  number     bigint NOT NULL CHECK (number > 0),
  account_id text COLLATE "C" NOT NULL,
  sequence   bigint NOT NULL,
  PRIMARY KEY (tenant_id, network, number)
);
COMMENT ON TABLE tenant_feed IS 'tenant: all events of a tenant in the order in which they were handed out';
