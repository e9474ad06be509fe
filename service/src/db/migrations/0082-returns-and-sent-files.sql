-- The returns of a held payment, by the payment.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payments_returns ON payments (owner_subject) WHERE owner_name = 'returns';
-- The newest file that was sent: a recovery looks for its record at the bank's place.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_files_sent ON bank_files (network, id) WHERE direction = 'out' AND state = 'sent';
