-- Commands of operators wait for approvals, too: tenants do not see them. Those that concern no tenant belong to the
-- platform's own tenant.
ALTER TABLE approvals ADD COLUMN is_of_operators boolean NOT NULL DEFAULT false;
-- The sealed response of an operation that returns a secret, until the requester takes it.
ALTER TABLE approvals ADD COLUMN result bytea;
CREATE INDEX approvals_by_id ON approvals (id);
CREATE INDEX approvals_pending ON approvals (id) WHERE status = 'pending';
