-- Held funds above a certain amount are let go by two people. What the first one asked for stands here until the second one
-- lets it go, or somebody withdraws it. It counts for what was seen then: the amount and the revision of what is held.
CREATE TABLE release_requests (
  tenant_id          text COLLATE "C" NOT NULL,
  network            text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  subject_type       text COLLATE "C" NOT NULL CHECK (subject_type IN ('transfer', 'deposit')),
  subject_id         text COLLATE "C" NOT NULL,
  -- In dollars, one to one, rounded up.
  cents              numeric(38, 0) NOT NULL CHECK (cents >= 0),
  subject_updated_at timestamptz NOT NULL,
  -- The person.
  requested_by       text COLLATE "C" NOT NULL,
  reason             text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  requested_at       timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subject_type, subject_id)
);
COMMENT ON TABLE release_requests IS 'tenant: releases of held funds that wait for a second person';

-- Operators look over all tenants.
CREATE INDEX release_requests_by_subject ON release_requests (subject_type, subject_id);
-- So they do for a deposit that has been decided on.
CREATE INDEX token_deposits_by_id ON token_deposits (id);
