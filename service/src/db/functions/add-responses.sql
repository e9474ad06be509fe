-- One call, which Citus sends to the tenant's shard. Each statement names the values of one row, because Citus copies
-- its parameters each time.
CREATE OR REPLACE FUNCTION add_responses(
  of_tenant text, at_time timestamptz, networks text[], application_ids text[], keys text[], fingerprints bytea[],
  statuses smallint[], header_objects jsonb[], bodies bytea[], are_sealed boolean[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  given record;
BEGIN
  FOR given IN
    SELECT * FROM unnest(networks, application_ids, keys, fingerprints, statuses, header_objects, bodies, are_sealed)
               AS response (network, application_id, key, fingerprint, status, headers, body, is_sealed)
  LOOP
    INSERT INTO idempotency_records
      (tenant_id, network, application_id, key, fingerprint, created_at, status, headers, body, sealed)
    VALUES (of_tenant, given.network, given.application_id, given.key, given.fingerprint, at_time, given.status,
            given.headers, given.body, given.is_sealed);
  END LOOP;
END $$;
