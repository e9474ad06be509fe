-- Whose an external address is, as its creator stated it: of the account itself, or of a customer. Null if not stated.
ALTER TABLE addresses ADD COLUMN ownership text CHECK (ownership IN ('self_owned', 'customer_owned'));
