-- Lists by amount, and search by amount.
CREATE INDEX transfers_by_amount ON transfers (tenant_id, network, resource, units, id);
CREATE INDEX payments_by_amount ON payments (tenant_id, network, amount_cents, id);
-- Payments that are not complete are few among many that are.
CREATE INDEX payments_by_status ON payments (tenant_id, network, status, id) WHERE status <> 'complete';
-- Search by the reason of a failure.
CREATE INDEX transfers_by_failure_code ON transfers (tenant_id, network, failure_code, id) WHERE failure_code IS NOT NULL;
CREATE INDEX payments_by_reason_code ON payments (tenant_id, network, reason_code, id) WHERE reason_code IS NOT NULL;
-- Search by the end of an id, which is what lists show of it.
CREATE INDEX transfers_by_id_end ON transfers (reverse(right(id, 8)));
CREATE INDEX payments_by_id_end ON payments (reverse(right(id, 8)));
CREATE INDEX accounts_by_id_end ON accounts (reverse(right(id, 8)));
CREATE INDEX addresses_by_id_end ON addresses (reverse(right(id, 8)));
CREATE INDEX automations_by_id_end ON automations (reverse(right(id, 8)));
-- Search by the name of a counterparty.
CREATE INDEX addresses_by_name ON addresses (tenant_id, (lower(name) COLLATE "C"), id);
