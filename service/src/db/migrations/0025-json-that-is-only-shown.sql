-- These are only shown: json keeps the text as it is given, jsonb takes apart and sorts it, in three times the time.
-- Nodes of the previous release read and write them as before. The tables are written again meanwhile, and locked.
ALTER TABLE transfers ALTER COLUMN ends TYPE json USING ends::json;
ALTER TABLE idempotency_records ALTER COLUMN headers TYPE json USING headers::json;
ALTER TABLE audit_log DROP CONSTRAINT audit_log_before_check, DROP CONSTRAINT audit_log_after_check;
ALTER TABLE audit_log ALTER COLUMN before TYPE json USING before::json, ALTER COLUMN after TYPE json USING after::json;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_before_check CHECK (json_typeof(before) = 'object');
ALTER TABLE audit_log ADD CONSTRAINT audit_log_after_check CHECK (json_typeof(after) = 'object');
