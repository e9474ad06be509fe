-- The console counts endpoints that fail, over all tenants and often. The index holds only those that fail now, so it is
-- written when an endpoint begins to fail or recovers, and never for a delivery that goes well.
CREATE INDEX webhook_lanes_failing ON webhook_lanes (failing_since) WHERE failing_since IS NOT NULL;
