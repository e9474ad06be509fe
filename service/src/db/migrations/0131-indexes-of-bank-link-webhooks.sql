-- For the fan-out, which reads them for every event of the account.
DROP INDEX IF EXISTS webhook_subscriptions_active;
CREATE INDEX CONCURRENTLY IF NOT EXISTS webhook_subscriptions_active ON webhook_subscriptions (tenant_id, account_id, network) WHERE status = 'active' AND address_id IS NULL;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS webhook_subscriptions_of_address ON webhook_subscriptions (tenant_id, network, address_id) WHERE status <> 'archived' AND address_id IS NOT NULL;
