-- For the fan-out, which reads them for every event of the account.
CREATE INDEX CONCURRENTLY IF NOT EXISTS webhook_subscriptions_of_account ON webhook_subscriptions (tenant_id, account_id, network) WHERE status = 'active' AND address_id IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS webhook_subscriptions_active;
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS webhook_subscriptions_of_address ON webhook_subscriptions (tenant_id, network, address_id) WHERE status <> 'archived' AND address_id IS NOT NULL;
