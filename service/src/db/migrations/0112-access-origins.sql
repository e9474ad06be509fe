-- Who gave, renewed or widened the access of a user or an application: `user_id` is the id of either. These are the lines of
-- origin: two identities count as two individuals only if neither has given access to the other.
ALTER TABLE access_changes ADD COLUMN origin text COLLATE "C";
ALTER TABLE access_changes ADD CONSTRAINT access_changes_origin_check
  CHECK (origin IN ('user', 'application', 'server', 'directory', 'unknown'));
ALTER TABLE access_changes DROP CONSTRAINT access_changes_kind_check;
ALTER TABLE access_changes ADD CONSTRAINT access_changes_kind_check
  CHECK (kind IN ('invited', 'role', 'reset', 'reissued', 'credential', 'confirmed'));
COMMENT ON TABLE access_changes IS 'platform: who gave, renewed, widened or confirmed the access of users and applications';

-- Rows with the user's own id were written when the table was created, for users whose inviter is not known, unless the
-- directory provisioned them. Of the others, those without an author are the server's or the directory's: both are roots.
UPDATE access_changes AS change SET origin = CASE
  WHEN changed_by IS NOT NULL THEN 'user'
  WHEN change.id <> change.user_id AND kind = 'role' THEN 'directory'
  WHEN change.id <> change.user_id THEN 'server'
  WHEN EXISTS (SELECT FROM users WHERE users.id = change.user_id AND source <> 'local')
    AND NOT EXISTS (SELECT FROM access_changes AS own WHERE own.user_id = change.user_id AND own.changed_by = own.user_id)
    THEN 'directory'
  ELSE 'unknown' END
  WHERE origin IS NULL;

-- Of applications, the audit log knows it.
INSERT INTO access_changes (user_id, id, kind, origin, changed_by, changed_at)
SELECT entry.subject_id, entry.id, 'credential',
  CASE WHEN entry.actor_type IN ('user', 'application') THEN entry.actor_type ELSE 'server' END,
  CASE WHEN entry.actor_type IN ('user', 'application') THEN entry.actor_id END,
  entry.at
  FROM audit_log AS entry JOIN applications AS application
    ON application.tenant_id = entry.tenant_id AND application.id = entry.subject_id
 WHERE entry.action IN ('application.create', 'application.rotate_secret', 'application.add_key', 'application.change_scopes');
INSERT INTO access_changes (user_id, id, kind, origin, changed_at)
SELECT application.id, application.id, 'credential', 'unknown', application.created_at
  FROM applications AS application
 WHERE NOT EXISTS (SELECT FROM audit_log AS entry WHERE entry.tenant_id = application.tenant_id
                      AND entry.subject_id = application.id AND entry.action = 'application.create');
