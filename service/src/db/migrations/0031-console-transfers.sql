-- What is not simply complete is looked for by its status among much that is. All of a tenant's transfers, newest first, are
-- found by transfers_by_time.
CREATE INDEX transfers_by_status ON transfers (tenant_id, network, status, created_at, id) WHERE status <> 'complete';

-- What was told of a transfer, or of a payment that it waited for, by its id in the event.
CREATE INDEX events_by_subject ON events (tenant_id, (data ->> 'id'))
  WHERE type LIKE 'transfer.%' OR type LIKE 'payment.%';
