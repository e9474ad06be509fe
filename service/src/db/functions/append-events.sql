-- Several tables of a tenant in one call, which Citus sends to the tenant's shard. Each statement names the values of
-- one row: Citus copies the parameters of a statement, so with whole arrays 4,000 events took minutes and ten
-- gigabytes.
CREATE OR REPLACE FUNCTION append_events(
  of_tenant text, on_network text, account_ids text[], event_ids text[], event_types text[], event_data text[],
  at_ms double precision
) RETURNS TABLE (id text, sequence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  at_time timestamptz := to_timestamp(at_ms / 1000);
  given record;
  number bigint;
BEGIN
  FOR given IN
    SELECT account, event, type, data
      FROM unnest(account_ids, event_ids, event_types, event_data) WITH ORDINALITY
        AS appended (account, event, type, data, ordinal)
     ORDER BY account COLLATE "C", ordinal
  LOOP
    INSERT INTO event_sequences AS counter (tenant_id, network, account_id, last_sequence)
    VALUES (of_tenant, on_network, given.account, 1)
    ON CONFLICT (tenant_id, network, account_id) DO UPDATE SET last_sequence = counter.last_sequence + 1
    RETURNING last_sequence INTO number;
    INSERT INTO events (tenant_id, network, account_id, sequence, id, type, data, created_at)
    VALUES (of_tenant, on_network, given.account, number, given.event, given.type, given.data::jsonb, at_time);
    id := given.event;
    sequence := number;
    RETURN NEXT;
  END LOOP;
END $$;
