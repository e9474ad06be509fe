-- What applications asked of the API and what came of it, for some days. Nothing of what they sent is here: no body, no
-- query, no header but the id of the request. Rows are added in batches behind the answers; nobody waits for them.
CREATE TABLE api_requests (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  -- Begins with the time of writing, about a second after the answer, so that the key leads to the newest and to the oldest.
  id             text COLLATE "C" NOT NULL,
  -- Callers may choose it, so it need not be the only one of its name.
  request_id     text COLLATE "C" NOT NULL CHECK (length(request_id) BETWEEN 1 AND 128),
  application_id text COLLATE "C" NOT NULL,
  account_id     text COLLATE "C" NOT NULL,
  at             timestamptz NOT NULL,
  method         text COLLATE "C" NOT NULL CHECK (length(method) BETWEEN 1 AND 16),
  -- As the route has it, with the ids that were asked for.
  path           text COLLATE "C" NOT NULL CHECK (length(path) BETWEEN 1 AND 2000),
  operation      text COLLATE "C" NOT NULL,
  status         smallint NOT NULL CHECK (status BETWEEN 100 AND 599),
  error_code     text COLLATE "C",
  duration_ms    integer NOT NULL CHECK (duration_ms >= 0),
  PRIMARY KEY (tenant_id, network, id)
);
COMMENT ON TABLE api_requests IS 'tenant: requests of applications and their outcomes, append-only, swept after some days';

CREATE INDEX api_requests_by_request_id ON api_requests (tenant_id, request_id);

REVOKE UPDATE, TRUNCATE ON api_requests FROM CURRENT_USER;

-- When an application last asked for something, to the minute. It outlives the requests themselves.
CREATE TABLE application_uses (
  tenant_id      text COLLATE "C" NOT NULL,
  network        text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  application_id text COLLATE "C" NOT NULL,
  last_used_at   timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, application_id)
);
COMMENT ON TABLE application_uses IS 'tenant: when applications last asked for something';
