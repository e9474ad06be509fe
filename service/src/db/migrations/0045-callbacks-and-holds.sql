-- An incoming payment is shown as pending until `payment.completed` was published. It was for all existing payments but
-- those without an account.
ALTER TABLE payments ADD COLUMN is_published boolean NOT NULL DEFAULT true;
ALTER TABLE payments ALTER COLUMN is_published SET DEFAULT false;
UPDATE payments SET is_published = false WHERE held_reason IS NOT NULL AND account_id IS NULL;

ALTER TABLE payments DROP CONSTRAINT payments_held_reason_check,
  ADD CONSTRAINT payments_held_reason_check CHECK (held_reason IN ('unmatched', 'contradictory', 'sanctioned_sender',
    'unnamed_sender', 'amount_mismatch', 'refused', 'return_failed'));

-- A registration by callback is authorized by the token in its URL, which is not stored. Until an account is picked,
-- the sealed value is the data for the provider's page.
ALTER TABLE bank_link_sessions
  ADD COLUMN callback_digest bytea CHECK (octet_length(callback_digest) = 32),
  DROP CONSTRAINT only_picked_account_is_sealed,
  ADD CONSTRAINT picked_account_is_sealed CHECK (state <> 'picked' OR (renews_address_id IS NULL) = (sealed IS NOT NULL)),
  ADD CONSTRAINT registered_session_has_no_data CHECK (state <> 'registered' OR sealed IS NULL);
-- The callback has only the token.
CREATE INDEX bank_link_sessions_by_callback_digest ON bank_link_sessions (callback_digest);
