-- Tokens end with the secret or the key that they were issued for: each node loads what ended within their lifetime.
CREATE INDEX CONCURRENTLY IF NOT EXISTS application_secrets_by_expiry ON application_secrets (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS application_keys_by_revocation ON application_keys (revoked_at) WHERE revoked_at IS NOT NULL;
