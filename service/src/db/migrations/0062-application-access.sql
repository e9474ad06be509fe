-- Where an application may be used from, as ranges of IP addresses; empty for anywhere. And whether its access tokens must
-- be bound to a key (RFC 9449).
ALTER TABLE applications ADD COLUMN allowed_ips text[] NOT NULL DEFAULT '{}';
ALTER TABLE applications
  ADD CONSTRAINT applications_allowed_ips_check CHECK (cardinality(allowed_ips) <= 100);
ALTER TABLE applications ADD COLUMN requires_dpop boolean NOT NULL DEFAULT false;

-- Each node reads these every second.
CREATE INDEX applications_restricted ON applications (id)
  WHERE revoked_at IS NULL AND (allowed_ips <> '{}' OR requires_dpop);
