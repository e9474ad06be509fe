-- When scopes were last removed: until tokens from before have expired, each node limits them to the scopes that are left.
ALTER TABLE applications ADD COLUMN scopes_removed_at timestamptz;

CREATE INDEX applications_by_removed_scopes ON applications (scopes_removed_at) WHERE scopes_removed_at IS NOT NULL;
