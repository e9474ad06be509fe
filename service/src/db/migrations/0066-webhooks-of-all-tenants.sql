-- Fan-out and delivery lock and move rows of many tenants in one statement, so these tables stay on one server when Citus
-- distributes the others, and refer to no table that it distributes.
ALTER TABLE webhook_subscriptions DROP CONSTRAINT webhook_subscriptions_tenant_id_account_id_fkey;

COMMENT ON TABLE webhook_subscriptions IS 'platform: webhook endpoints and their event types';
COMMENT ON TABLE webhook_endpoint_queues IS 'platform: delivery queue of each subscription';
COMMENT ON TABLE webhook_queue IS 'platform: pending delivery attempts';
COMMENT ON TABLE webhook_attempts IS 'platform: completed delivery attempts';
