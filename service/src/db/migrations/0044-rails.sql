-- The rails and their payment systems are the registry of the service (rails/registry.ts); the database lists none of
-- them, so that a new rail needs no migration.
ALTER TABLE payments DROP CONSTRAINT payments_type_check;
ALTER TABLE sandbox_bank_items DROP CONSTRAINT sandbox_bank_items_system_check;

-- A debit rail ends with _debit. Dollars leave the treasury by the others.
ALTER TABLE treasury_withdrawals DROP CONSTRAINT treasury_withdrawals_rail_check;
ALTER TABLE treasury_withdrawals ADD CONSTRAINT treasury_withdrawals_rail_check CHECK (rail !~ '_debit$');

ALTER TABLE addresses DROP CONSTRAINT debit_requires_verification;
ALTER TABLE addresses ADD CONSTRAINT debit_requires_verification
  CHECK (verification IS NOT NULL OR array_to_string(transfer_types, ' ') !~ '_debit( |$)');

-- An inbound payment with a rail is a debit that we ordered; incoming payments have none.
DROP INDEX payments_debits;
CREATE INDEX payments_debits ON payments (inserted_at) WHERE direction = 'inbound' AND rail IS NOT NULL;
