-- Query, bodies and idempotency key of a request, redacted by the schemas of its route and then sealed. Null where they
-- are not stored.
ALTER TABLE api_requests ADD COLUMN details bytea;
