-- Held funds above a threshold need dual approval. A request waits here until a second user approves the release or the
-- request is withdrawn. It is valid for the amount and the revision that the requester saw.
CREATE TABLE release_requests (
  tenant_id          text COLLATE "C" NOT NULL,
  network            text COLLATE "C" NOT NULL CHECK (network IN ('testnet', 'mainnet')),
  subject_type       text COLLATE "C" NOT NULL CHECK (subject_type IN ('transfer', 'deposit', 'payment')),
  subject_id         text COLLATE "C" NOT NULL,
  -- Of a payment: the owner that it is released to, as `transfers/<id>`.
  target             text COLLATE "C",
  -- In USD cents, one to one, rounded up.
  cents              numeric(38, 0) NOT NULL CHECK (cents >= 0),
  subject_updated_at timestamptz NOT NULL,
  -- User id.
  requested_by       text COLLATE "C" NOT NULL,
  reason             text NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000),
  requested_at       timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subject_type, subject_id),
  CONSTRAINT release_requests_target_check CHECK ((subject_type = 'payment') = (target IS NOT NULL))
);
COMMENT ON TABLE release_requests IS 'tenant: releases of held funds that await dual approval';

-- Operators read across tenants.
CREATE INDEX release_requests_by_subject ON release_requests (subject_type, subject_id);
