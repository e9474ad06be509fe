-- An operator allows the recovery of a restored database; the node that starts next performs it.
ALTER TABLE database_restores ADD COLUMN requested_at timestamptz;
