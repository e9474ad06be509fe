-- A prenote is an ACH entry without money that tests a bank account before its first payment.
ALTER TABLE bank_entries DROP CONSTRAINT bank_entries_kind_check, DROP CONSTRAINT bank_entries_amount_cents_check,
  ADD CONSTRAINT bank_entries_kind_check CHECK (kind IN ('payment', 'return', 'prenote')),
  ADD CONSTRAINT only_prenote_has_no_amount
    CHECK (CASE kind WHEN 'prenote' THEN amount_cents = 0 ELSE amount_cents > 0 END);

-- Null for addresses that were added without one.
ALTER TABLE addresses ADD COLUMN prenote text COLLATE "C" CHECK (prenote IN ('pending', 'accepted', 'returned')),
  ADD CONSTRAINT only_bank_address_has_prenote CHECK (prenote IS NULL OR medium = 'bank');
