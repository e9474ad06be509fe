-- Several tables of a tenant in one call, which Citus sends to the tenant's shard. Each statement names the values of
-- one row, because Citus copies its parameters each time.
CREATE OR REPLACE FUNCTION add_audit_entries(
  of_tenant text, at_ms double precision, ids text[], networks text[], account_ids text[], actor_types text[],
  actor_ids text[], request_ids text[], actions text[], subject_types text[], subject_ids text[], befores text[],
  afters text[], entry_digests bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  at_time timestamptz := to_timestamp(at_ms / 1000);
  given record;
BEGIN
  FOR given IN
    SELECT * FROM unnest(ids, networks, account_ids, actor_types, actor_ids, request_ids, actions, subject_types,
                         subject_ids, befores, afters)
               AS entry (id, network, account_id, actor_type, actor_id, request_id, action, subject_type, subject_id,
                         before, after)
  LOOP
    INSERT INTO audit_log (tenant_id, at, id, network, account_id, actor_type, actor_id, request_id, action, subject_type,
                           subject_id, before, after)
    VALUES (of_tenant, at_time, given.id, given.network, given.account_id, given.actor_type, given.actor_id,
            given.request_id, given.action, given.subject_type, given.subject_id, given.before::jsonb,
            given.after::jsonb);
  END LOOP;
  INSERT INTO audit_unsealed (tenant_id, id, at, entry_ids, digests)
  VALUES (of_tenant, ids[1], at_time, ids, entry_digests);
END $$;
