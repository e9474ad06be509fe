-- Contains no request data: no body, query or header except the request id. Rows are inserted in batches after the
-- responses, so no request waits for them.
CREATE TABLE api_requests (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- Starts with the time of the insert, about a second after the response, so that the key leads to the newest and the
  -- oldest rows.
  id             text COLLATE "C" NOT NULL,
  -- Chosen by clients, so it need not be unique.
  request_id     text COLLATE "C" NOT NULL CHECK (length(request_id) BETWEEN 1 AND 128),
  application_id text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  at             timestamptz NOT NULL,
  method         text COLLATE "C" NOT NULL CHECK (length(method) BETWEEN 1 AND 16),
  -- The path of the route with the requested ids.
  path           text COLLATE "C" NOT NULL CHECK (length(path) BETWEEN 1 AND 2000),
  operation      text COLLATE "C" NOT NULL,
  status         smallint NOT NULL CHECK (status BETWEEN 100 AND 599),
  error_code     text COLLATE "C",
  duration_ms    integer NOT NULL CHECK (duration_ms >= 0),
  PRIMARY KEY (tenant_id, network, id)
);
COMMENT ON TABLE api_requests IS
  'tenant: API requests and their outcomes, append-only, deleted after the retention period';

CREATE INDEX api_requests_by_request_id ON api_requests (request_id, tenant_id);
-- Ids without their tenant, pasted into the search of the console.
CREATE INDEX api_requests_by_id ON api_requests (id);

REVOKE UPDATE, TRUNCATE ON api_requests FROM CURRENT_USER;

-- To the minute. It outlives the requests themselves.
CREATE TABLE application_uses (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  application_id text COLLATE "C" NOT NULL,
  last_used_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, application_id)
);
COMMENT ON TABLE application_uses IS 'tenant: last request of each application';
