-- Lists of all payments of a tenant, and their date ranges.
CREATE INDEX payments_by_time ON payments (tenant_id, network, inserted_at, id);
