-- Two statements of every transfer write several tables of a tenant, which Citus can't send to a shard as one. With these
-- functions it does: it calls them where the tenant's rows are. They do what the statements do that PostgreSQL runs.

CREATE FUNCTION append_events(
  of_tenant text, on_network text, account_ids text[], event_ids text[], event_types text[], event_data text[],
  at_ms double precision
) RETURNS TABLE (id text, sequence bigint) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  place integer;
  number bigint;
BEGIN
  FOR place IN
    SELECT ordinal FROM unnest(account_ids) WITH ORDINALITY AS given (account, ordinal)
     ORDER BY account COLLATE "C", ordinal
  LOOP
    INSERT INTO event_sequences AS counter (tenant_id, network, account_id, last_sequence)
    VALUES (of_tenant, on_network, account_ids[place], 1)
    ON CONFLICT (tenant_id, network, account_id) DO UPDATE SET last_sequence = counter.last_sequence + 1
    RETURNING last_sequence INTO number;
    INSERT INTO events (tenant_id, network, account_id, sequence, id, type, data, created_at)
    VALUES (of_tenant, on_network, account_ids[place], number, event_ids[place], event_types[place],
            event_data[place]::jsonb, to_timestamp(at_ms / 1000));
    RETURN QUERY SELECT event_ids[place], number;
  END LOOP;
END $$;

CREATE FUNCTION add_to_ledger(
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
BEGIN
  UPDATE ledger_heads
     SET last_sequence = next_sequence, last_hash = next_hash, last_at = at_time,
         last_account_number = next_account_number
   WHERE tenant_id = of_tenant AND network = on_network AND last_hash = previous_hash AND rebuilds = previous_rebuilds;
  IF NOT FOUND THEN RAISE division_by_zero USING MESSAGE = 'the head has changed'; END IF;
  FOR i IN 1 .. cardinality(balance_numbers) LOOP
    INSERT INTO ledger_balances (tenant_id, network, account_number, posted_units, held_units, minimum_units, maximum_units)
    VALUES (of_tenant, on_network, balance_numbers[i], balance_posted[i], balance_held[i], balance_minimum[i],
            balance_maximum[i])
    ON CONFLICT (tenant_id, network, account_number) DO UPDATE
       SET posted_units = excluded.posted_units, held_units = excluded.held_units;
  END LOOP;
  FOR i IN 1 .. cardinality(hold_keys) LOOP
    INSERT INTO ledger_holds (tenant_id, network, key, account_number, units, opened_sequence, closed_sequence, closed_by,
                              posted_units)
    VALUES (of_tenant, on_network, hold_keys[i], hold_numbers[i], hold_units[i], hold_opened[i], hold_closed[i],
            hold_closed_by[i], hold_posted[i])
    ON CONFLICT (tenant_id, network, key) DO UPDATE
       SET closed_sequence = excluded.closed_sequence, closed_by = excluded.closed_by,
           posted_units = excluded.posted_units;
  END LOOP;
  FOR i IN 1 .. cardinality(entry_numbers) LOOP
    INSERT INTO ledger_entries (tenant_id, network, at, account_number, sequence, position, posted_change, held_change,
                                posted_units, held_units)
    VALUES (of_tenant, on_network, at_time, entry_numbers[i], entry_sequences[i], entry_positions[i],
            entry_posted_changes[i], entry_held_changes[i], entry_posted[i], entry_held[i]);
  END LOOP;
  FOR i IN 1 .. cardinality(record_sequences) LOOP
    INSERT INTO ledger_journal (tenant_id, network, at, sequence, type, key, hold_key, account_numbers, units, hash)
    VALUES (of_tenant, on_network, at_time, record_sequences[i], record_types[i], record_keys[i], record_hold_keys[i],
            record_numbers[i]::bigint[], record_units[i]::numeric[], record_hashes[i]);
  END LOOP;
END $$;
