-- As before. In a function, Citus copies the parameters of each statement, so one that named whole arrays took time and
-- memory for all rows of the call at each row: 4,000 events took minutes and ten gigabytes. These name the values of a row.

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

CREATE OR REPLACE FUNCTION add_to_ledger(
  of_tenant text, on_network text, at_ms double precision, previous_hash bytea, previous_rebuilds bigint,
  next_sequence bigint, next_hash bytea, next_account_number bigint,
  balance_numbers bigint[], balance_posted numeric[], balance_held numeric[], balance_minimum numeric[],
  balance_maximum numeric[],
  hold_keys text[], hold_numbers bigint[], hold_units numeric[], hold_opened bigint[], hold_closed bigint[],
  hold_closed_by text[], hold_posted numeric[],
  entry_numbers bigint[], entry_sequences bigint[], entry_positions smallint[], entry_posted_changes numeric[],
  entry_held_changes numeric[], entry_posted numeric[], entry_held numeric[],
  record_sequences bigint[], record_types text[], record_keys text[], record_hold_keys text[], record_numbers text[],
  record_units text[], record_hashes bytea[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  at_time timestamptz := to_timestamp(at_ms / 1000);
  given record;
BEGIN
  UPDATE ledger_heads
     SET last_sequence = next_sequence, last_hash = next_hash, last_at = at_time,
         last_account_number = next_account_number
   WHERE tenant_id = of_tenant AND network = on_network AND last_hash = previous_hash AND rebuilds = previous_rebuilds;
  IF NOT FOUND THEN RAISE division_by_zero USING MESSAGE = 'the head has changed'; END IF;
  FOR given IN
    SELECT * FROM unnest(balance_numbers, balance_posted, balance_held, balance_minimum, balance_maximum)
               AS balance (number, posted, held, minimum, maximum)
  LOOP
    INSERT INTO ledger_balances (tenant_id, network, account_number, posted_units, held_units, minimum_units, maximum_units)
    VALUES (of_tenant, on_network, given.number, given.posted, given.held, given.minimum, given.maximum)
    ON CONFLICT (tenant_id, network, account_number) DO UPDATE
       SET posted_units = excluded.posted_units, held_units = excluded.held_units;
  END LOOP;
  FOR given IN
    SELECT * FROM unnest(hold_keys, hold_numbers, hold_units, hold_opened, hold_closed, hold_closed_by, hold_posted)
               AS hold (key, number, units, opened, closed, closed_by, posted)
  LOOP
    INSERT INTO ledger_holds (tenant_id, network, key, account_number, units, opened_sequence, closed_sequence, closed_by,
                              posted_units)
    VALUES (of_tenant, on_network, given.key, given.number, given.units, given.opened, given.closed, given.closed_by,
            given.posted)
    ON CONFLICT (tenant_id, network, key) DO UPDATE
       SET closed_sequence = excluded.closed_sequence, closed_by = excluded.closed_by,
           posted_units = excluded.posted_units;
  END LOOP;
  FOR given IN
    SELECT * FROM unnest(entry_numbers, entry_sequences, entry_positions, entry_posted_changes, entry_held_changes,
                         entry_posted, entry_held)
               AS entry (number, sequence, place, posted_change, held_change, posted, held)
  LOOP
    INSERT INTO ledger_entries (tenant_id, network, at, account_number, sequence, position, posted_change, held_change,
                                posted_units, held_units)
    VALUES (of_tenant, on_network, at_time, given.number, given.sequence, given.place, given.posted_change,
            given.held_change, given.posted, given.held);
  END LOOP;
  FOR given IN
    SELECT * FROM unnest(record_sequences, record_types, record_keys, record_hold_keys, record_numbers, record_units,
                         record_hashes)
               AS journal (sequence, type, key, hold_key, numbers, units, hash)
  LOOP
    INSERT INTO ledger_journal (tenant_id, network, at, sequence, type, key, hold_key, account_numbers, units, hash)
    VALUES (of_tenant, on_network, at_time, given.sequence, given.type, given.key, given.hold_key,
            given.numbers::bigint[], given.units::numeric[], given.hash);
  END LOOP;
END $$;

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
