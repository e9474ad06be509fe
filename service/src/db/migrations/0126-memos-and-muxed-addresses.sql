-- As given: the address of an account (on_chain_address) with an id of one of its customers (SEP-23).
ALTER TABLE addresses ADD COLUMN muxed_address text COLLATE "C";
ALTER TABLE addresses ADD CONSTRAINT addresses_muxed_address_check
  CHECK (muxed_address IS NULL OR (kind = 'external' AND family = 'stellar'));

-- `type` and `value`, for the owner of an external address.
ALTER TABLE automations ADD COLUMN destination_memo jsonb;
