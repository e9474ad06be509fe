-- When the bank reported an interim status of a file, or of an entry in it: it has the file.
ALTER TABLE bank_files ADD COLUMN acknowledged_at timestamptz;
