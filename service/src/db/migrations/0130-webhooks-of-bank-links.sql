-- Of a customer's webhook: the bank address whose owner it notifies of what to update. It gets no other events.
ALTER TABLE webhook_subscriptions ADD COLUMN address_id text COLLATE "C";

-- For the fan-out, which reads them for every event of the account.
DROP INDEX webhook_subscriptions_active;
CREATE INDEX webhook_subscriptions_active ON webhook_subscriptions (tenant_id, account_id, network)
  WHERE status = 'active' AND address_id IS NULL;

CREATE UNIQUE INDEX webhook_subscriptions_of_address ON webhook_subscriptions (tenant_id, network, address_id)
  WHERE status <> 'archived' AND address_id IS NOT NULL;
