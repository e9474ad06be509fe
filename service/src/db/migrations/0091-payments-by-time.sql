-- Lists of all payments of a tenant, and their date ranges: they have no payments without an account.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_by_time ON payments (tenant_id, network, inserted_at, id) WHERE account_id IS NOT NULL;
