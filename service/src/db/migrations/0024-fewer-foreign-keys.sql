-- An account is never deleted, and the code that writes these rows has read it: the check costs a lookup and a lock of
-- the account per row, and batches of one tenant lock the same account together.
ALTER TABLE transfers DROP CONSTRAINT transfers_tenant_id_account_id_fkey;
ALTER TABLE payments DROP CONSTRAINT payments_tenant_id_account_id_fkey;
ALTER TABLE virtual_accounts DROP CONSTRAINT virtual_accounts_tenant_id_account_id_fkey;
