-- The console counts endpoints that fail, over all tenants and often. The index holds only those that fail now, so it is
-- written when an endpoint begins to fail or recovers, and never for a delivery that goes well.
CREATE INDEX webhook_endpoint_queues_failing ON webhook_endpoint_queues (failing_since) WHERE failing_since IS NOT NULL;
