-- Lists by amount, and search by amount.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transfers_by_amount ON transfers (tenant_id, network, resource, units, id);
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_amount ON payments (tenant_id, network, amount_cents, id);
-- Payments that are not complete are few among many that are.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_status ON payments (tenant_id, network, status, id) WHERE status <> 'complete';
-- Search by the reason of a failure.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transfers_by_failure_code ON transfers (tenant_id, network, failure_code, id) WHERE failure_code IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_reason_code ON payments (tenant_id, network, reason_code, id) WHERE reason_code IS NOT NULL;
-- Search by the end of an id, which is what lists show of it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transfers_by_id_end ON transfers (reverse(right(id, 8)));
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_id_end ON payments (reverse(right(id, 8)));
CREATE INDEX CONCURRENTLY IF NOT EXISTS accounts_by_id_end ON accounts (reverse(right(id, 8)));
CREATE INDEX CONCURRENTLY IF NOT EXISTS addresses_by_id_end ON addresses (reverse(right(id, 8)));
CREATE INDEX CONCURRENTLY IF NOT EXISTS automations_by_id_end ON automations (reverse(right(id, 8)));
-- Search by the name of a counterparty.
CREATE INDEX CONCURRENTLY IF NOT EXISTS addresses_by_name ON addresses (tenant_id, (lower(name) COLLATE "C"), id);
-- A sign-in with a break-glass account, its creation, and a linked identity are notices, too. The same list is in
-- audit/notice-store.ts.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_log_by_every_notice ON audit_log (tenant_id, at, id) WHERE action IN (
  'application.add_key', 'application.create', 'application.rotate_secret', 'approval.request', 'approval_rule.create',
  'approval_rule.remove', 'invitation.create', 'invitation.issue_link', 'member.change_role', 'member.join',
  'member.remove', 'scim_token.create', 'user.become_operator', 'user.break_glass_sign_in', 'user.change_role',
  'user.disable', 'user.enable', 'user.link_identity', 'user.reset_password', 'user.set_break_glass');
DROP INDEX CONCURRENTLY IF EXISTS audit_log_by_notice;
