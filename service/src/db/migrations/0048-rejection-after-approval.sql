-- Who has approved an operation can still reject it while it waits.
DROP INDEX approval_decisions_by_actor;
CREATE UNIQUE INDEX approval_decisions_by_actor ON approval_decisions (tenant_id, approval_id, actor_type, actor_id, kind)
  WHERE kind <> 'comment';
