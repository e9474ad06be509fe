-- What a transfer reads of its journal, and what it writes besides: on Citus one call in the tenant's shard instead of
-- several statements, each of which Citus would plan twice and send on its own.

-- Locks the head before it reads the rest, as the statements do that PostgreSQL runs. No row if there is no journal.
CREATE FUNCTION ledger_facts(
  of_tenant text, on_network text, record_keys text[], account_kinds text[], account_owners text[],
  account_chains text[], account_codes text[], asset_codes text[]
) RETURNS TABLE (
  sequence bigint, hash bytea, at timestamptz, account_number bigint, rebuilds bigint, database_now timestamptz,
  recorded_sequence bigint, recorded_hash bytea, records json, accounts json, scales json
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  head record;
  last record;
BEGIN
  SELECT last_sequence, last_hash, last_at, last_account_number, rebuilds INTO head
    FROM ledger_heads WHERE tenant_id = of_tenant AND network = on_network FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  database_now := clock_timestamp();
  SELECT sequence, hash INTO last
    FROM ledger_journal WHERE tenant_id = of_tenant AND network = on_network ORDER BY sequence DESC LIMIT 1;
  SELECT json_agg(json_build_object('sequence', sequence::text, 'at', at, 'type', type, 'key', key, 'holdKey', hold_key,
                                    'accountNumbers', account_numbers::text[], 'units', units::text[]))
    INTO records
    FROM ledger_journal WHERE tenant_id = of_tenant AND network = on_network AND key = ANY (record_keys);
  SELECT json_agg(json_build_object('place', place, 'number', number::text, 'scale', scale, 'posted', posted::text,
                                    'held', held::text, 'minimum', minimum::text, 'maximum', maximum::text))
    INTO accounts
    FROM (SELECT place, account.*, balance.*
            FROM unnest(account_kinds, account_owners, account_chains, account_codes) WITH ORDINALITY
              AS requested (kind, owner, chain, asset_code, place)
           CROSS JOIN LATERAL (
             SELECT number, asset_scale AS scale FROM ledger_accounts
              WHERE tenant_id = of_tenant AND network = on_network AND kind = requested.kind AND owner = requested.owner
                AND chain = requested.chain AND asset_code = requested.asset_code LIMIT 1) AS account
            LEFT JOIN LATERAL (
             SELECT posted_units AS posted, held_units AS held, minimum_units AS minimum, maximum_units AS maximum
               FROM ledger_balances
              WHERE tenant_id = of_tenant AND network = on_network AND account_number = account.number LIMIT 1)
              AS balance ON true) AS found;
  SELECT json_agg(json_build_object('code', code, 'scale', scale)) INTO scales
    FROM ledger_assets WHERE tenant_id = of_tenant AND network = on_network AND code = ANY (asset_codes);
  RETURN QUERY
    SELECT head.last_sequence, head.last_hash, head.last_at, head.last_account_number, head.rebuilds, database_now,
           last.sequence, last.hash, records, accounts, scales;
END $$;

CREATE FUNCTION add_audit_entries(
  of_tenant text, at_ms double precision, ids text[], networks text[], account_ids text[], actor_types text[],
  actor_ids text[], request_ids text[], actions text[], subject_types text[], subject_ids text[], befores text[],
  afters text[], entry_digests bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  at_time timestamptz := to_timestamp(at_ms / 1000);
BEGIN
  FOR i IN 1 .. cardinality(ids) LOOP
    INSERT INTO audit_log (tenant_id, at, id, network, account_id, actor_type, actor_id, request_id, action, subject_type,
                           subject_id, before, after)
    VALUES (of_tenant, at_time, ids[i], networks[i], account_ids[i], actor_types[i], actor_ids[i], request_ids[i],
            actions[i], subject_types[i], subject_ids[i], befores[i]::jsonb, afters[i]::jsonb);
  END LOOP;
  INSERT INTO audit_unsealed (tenant_id, id, at, entry_ids, digests)
  VALUES (of_tenant, ids[1], at_time, ids, entry_digests);
END $$;

-- The transfers are one JSON array of rows. Citus accepts the tenant only from the argument, so all columns are named.
CREATE FUNCTION add_transfers(of_tenant text, given json) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  added transfers;
BEGIN
  FOR added IN SELECT * FROM json_populate_recordset(NULL::transfers, given) LOOP
    INSERT INTO transfers (
      tenant_id, network, id, account_id, flow, units, cents, fee_cents, currency, source_transfer_type,
      source_value_type, source_address_id, source_payment_id, source_work_id, source_transaction_id,
      destination_transfer_type, destination_value_type, destination_address_id, destination_payment_id,
      destination_work_id, destination_transaction_id, ends, undo_work_id, undo_transaction_id, status, step,
      failure_type, failure_code, failure_reason, failure_at, note, brand_account_id, brand_name, automation_id,
      expires_at, hold_end, hold_list_version, hold_uids, completed_at, created_at, updated_at, resource,
      held_for_claim
    ) VALUES (
      of_tenant, added.network, added.id, added.account_id, added.flow, added.units, added.cents, added.fee_cents,
      added.currency, added.source_transfer_type, added.source_value_type, added.source_address_id,
      added.source_payment_id, added.source_work_id, added.source_transaction_id, added.destination_transfer_type,
      added.destination_value_type, added.destination_address_id, added.destination_payment_id,
      added.destination_work_id, added.destination_transaction_id, added.ends, added.undo_work_id,
      added.undo_transaction_id, added.status, added.step, added.failure_type, added.failure_code,
      added.failure_reason, added.failure_at, added.note, added.brand_account_id, added.brand_name,
      added.automation_id, added.expires_at, added.hold_end, added.hold_list_version, added.hold_uids,
      added.completed_at, added.created_at, added.updated_at, added.resource, added.held_for_claim
    );
  END LOOP;
END $$;
