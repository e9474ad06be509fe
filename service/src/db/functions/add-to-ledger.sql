-- Several tables of a tenant in one call, which Citus sends to the tenant's shard. Each statement names the values of
-- one row, because Citus copies its parameters each time.
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
