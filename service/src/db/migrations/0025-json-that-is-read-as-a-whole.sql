-- These are only read as a whole: json keeps the text as it is given, jsonb takes apart and sorts it, in three times
-- the time. Nodes of the previous release read and write them as before. The tables are written again meanwhile, and
-- locked.
ALTER TABLE transfers ALTER COLUMN ends TYPE json USING ends::json;
ALTER TABLE idempotency_records ALTER COLUMN headers TYPE json USING headers::json;
