-- A notification of change has the name that Nacha gives it. Keys begin with the type, so that an event or an item that
-- is read from a file again is still recognized.
ALTER TABLE bank_events DROP CONSTRAINT bank_events_type_check;
UPDATE bank_events SET type = 'notification_of_change', key = 'notification_of_change/' || substr(key, length('corrected/') + 1)
WHERE type = 'corrected';
ALTER TABLE bank_events ADD CONSTRAINT bank_events_type_check
  CHECK (type IN ('settled', 'rejected', 'returned', 'notification_of_change', 'received'));

UPDATE bank_items SET key = 'unknown_reference/notification_of_change/' || substr(key, length('unknown_reference/corrected/') + 1)
WHERE key LIKE 'unknown\_reference/corrected/%';
