-- Whose an external address is, as its creator stated it: of the account itself, or of a customer. Null if not stated.
ALTER TABLE addresses ADD COLUMN ownership text;
ALTER TABLE addresses ADD CONSTRAINT addresses_ownership_check CHECK (ownership IN ('self_owned', 'customer_owned'));
