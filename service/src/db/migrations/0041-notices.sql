-- Changes of access, credentials and approval rules, and requests for approval, which admins are notified of. The same list is in audit/notice-store.ts.
CREATE INDEX audit_log_by_notice ON audit_log (tenant_id, at, id) WHERE action IN (
  'application.add_key', 'application.create', 'application.rotate_secret', 'approval.request', 'approval_rule.create',
  'approval_rule.remove', 'invitation.create', 'invitation.issue_link', 'member.change_role', 'member.join',
  'member.remove', 'user.become_operator', 'user.change_role', 'user.disable', 'user.enable', 'user.reset_password');

-- Newer notices are unread; NULL until the user reads some.
ALTER TABLE users ADD COLUMN notices_read_at timestamptz;
