-- Null for attempts that were made before these columns existed, and for attempts that were never sent.
ALTER TABLE webhook_attempts ADD COLUMN sent_at timestamptz;
-- Ids of the secrets that signed it, separated by a space, the current one first.
ALTER TABLE webhook_attempts ADD COLUMN secret_ids text COLLATE "C";
-- json, not jsonb: it is only shown.
ALTER TABLE webhook_attempts ADD COLUMN response_headers json;
