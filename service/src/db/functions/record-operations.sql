-- The one writer of journals. It locks the head of a journal, decides the operations one after the other on the balances
-- that it finds, and writes what they add: so no lock is held while a node thinks, and nodes need not know the head.
-- Accounts are named once; operations refer to them by their place among them, from 1. An operation that is refused
-- has no effect. `exceptions` says what became of those that were not recorded. Keys and
-- hold keys of a call are different, and a hold is not closed in the call that opens it.
CREATE OR REPLACE FUNCTION record_operations(
  of_tenant text, on_network text, at_ms double precision, wait_ms int,
  account_kinds text[], account_owners text[], account_chains text[], account_codes text[], account_scales smallint[],
  account_minimums numeric[], account_maximums numeric[],
  operation_types text[], operation_keys text[], operation_hold_keys text[], operation_places text[],
  operation_units text[], operation_digests bytea[]
) RETURNS TABLE (first_sequence bigint, recorded_at timestamptz, exceptions json) LANGUAGE plpgsql AS $$
DECLARE
  genesis CONSTANT bytea := decode(repeat('00', 32), 'hex');
  greatest_units CONSTANT numeric := 99999999999999999999999999999999999999;
  head record;
  last record;
  item record;
  next_sequence bigint;
  next_account bigint;
  next_hash bytea;
  time_bytes bytea;
  -- By the place of an account.
  numbers bigint[];
  scales smallint[];
  posted numeric[];
  held numeric[];
  minimums numeric[];
  maximums numeric[];
  are_changed boolean[];
  opened_places int[] := '{}';
  -- By the place of an operation.
  are_repeated boolean[];
  hold_places int[];
  hold_amounts numeric[];
  hold_sequences bigint[];
  hold_closings text[];
  -- Of one operation, by its lines.
  operation_type text;
  places int[];
  amounts numeric[];
  posted_changes numeric[];
  held_changes numeric[];
  place int;
  taken numeric;
  outcome text;
  record_numbers bigint[];
  others json[] := '{}';
  -- What is written.
  entries int := 0;
  entry_numbers bigint[];
  entry_sequences bigint[];
  entry_positions smallint[];
  entry_posted_changes numeric[];
  entry_held_changes numeric[];
  entry_posted numeric[];
  entry_held numeric[];
  records int := 0;
  recorded int[];
  recorded_numbers text[];
  recorded_hashes bytea[];
  holds int := 0;
  row_keys text[];
  row_numbers bigint[];
  row_units numeric[];
  row_opened bigint[];
  row_closed bigint[];
  row_closed_by text[];
  row_posted numeric[];
BEGIN
  IF wait_ms IS NOT NULL THEN PERFORM set_config('lock_timeout', wait_ms::text, true); END IF;
  SELECT last_sequence, last_hash, last_at, last_account_number INTO head
    FROM ledger_heads WHERE tenant_id = of_tenant AND network = on_network FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO ledger_heads (tenant_id, network, last_sequence, last_hash, last_at, last_account_number)
    VALUES (of_tenant, on_network, 0, genesis, to_timestamp(0), 0) ON CONFLICT DO NOTHING;
    SELECT last_sequence, last_hash, last_at, last_account_number INTO head
      FROM ledger_heads WHERE tenant_id = of_tenant AND network = on_network FOR UPDATE;
  END IF;
  SELECT sequence, hash INTO last
    FROM ledger_journal WHERE tenant_id = of_tenant AND network = on_network ORDER BY sequence DESC LIMIT 1;
  -- Writing after a wrong head would break the hash chain permanently.
  IF coalesce(last.sequence, 0) <> head.last_sequence OR coalesce(last.hash, genesis) <> head.last_hash THEN
    RAISE assert_failure USING MESSAGE = 'the head of a journal is its last record';
  END IF;
  next_sequence := head.last_sequence;
  next_account := head.last_account_number;
  next_hash := head.last_hash;
  -- A node whose clock is ahead must not date records into the future, and time never goes back in a journal.
  recorded_at := greatest(
    least(to_timestamp(at_ms / 1000), date_trunc('milliseconds', clock_timestamp())), head.last_at);
  time_bytes := int8send((extract(epoch FROM recorded_at) * 1000)::bigint);

  SELECT array_agg(known.number), array_agg(known.asset_scale), array_agg(known.posted_units),
         array_agg(known.held_units), array_agg(known.minimum_units), array_agg(known.maximum_units)
    INTO numbers, scales, posted, held, minimums, maximums
    FROM (
      SELECT account.number, account.asset_scale, balance.posted_units, balance.held_units, balance.minimum_units,
             balance.maximum_units
        FROM unnest(account_kinds, account_owners, account_chains, account_codes) WITH ORDINALITY
               AS named (kind, owner, chain, code, place)
        LEFT JOIN LATERAL (
          SELECT number, asset_scale FROM ledger_accounts
           WHERE tenant_id = of_tenant AND network = on_network AND kind = named.kind AND owner = named.owner
             AND chain = named.chain AND asset_code = named.code LIMIT 1) AS account ON true
        LEFT JOIN LATERAL (
          SELECT posted_units, held_units, minimum_units, maximum_units FROM ledger_balances
           WHERE tenant_id = of_tenant AND network = on_network AND account_number = account.number LIMIT 1
        ) AS balance ON true
       ORDER BY named.place) AS known;
  FOR place IN 1 .. cardinality(account_kinds) LOOP
    IF numbers[place] IS NULL THEN
      SELECT asset.scale INTO item
        FROM ledger_assets AS asset
       WHERE tenant_id = of_tenant AND network = on_network AND code = account_codes[place];
      scales[place] := coalesce(item.scale, account_scales[place]);
      posted[place] := 0;
      held[place] := 0;
      minimums[place] := account_minimums[place];
      maximums[place] := account_maximums[place];
    ELSIF posted[place] IS NULL THEN
      -- Never assume zero: `florin admin ledger rebuild` recreates a lost balance.
      RAISE assert_failure USING MESSAGE = format('ledger account %s is missing its balance', numbers[place]);
    END IF;
    IF scales[place] <> account_scales[place] THEN
      RAISE assert_failure USING MESSAGE = format('%s has one scale', account_codes[place]);
    END IF;
  END LOOP;

  FOR item IN
    SELECT requested.place, record.*
      FROM unnest(operation_keys) WITH ORDINALITY AS requested (key, place)
     CROSS JOIN LATERAL (
       SELECT sequence, at, type, hold_key, account_numbers, units FROM ledger_journal
        WHERE tenant_id = of_tenant AND network = on_network AND key = requested.key LIMIT 1) AS record
  LOOP
    places := operation_places[item.place]::int[];
    record_numbers := '{}';
    FOREACH place IN ARRAY places LOOP record_numbers := record_numbers || numbers[place]; END LOOP;
    are_repeated[item.place] := true;
    others := others || json_build_object(
      'operation', item.place, 'sequence', item.sequence::text, 'atMs', (extract(epoch FROM item.at) * 1000)::bigint,
      'outcome', CASE WHEN item.type = operation_types[item.place]
                       AND item.hold_key IS NOT DISTINCT FROM operation_hold_keys[item.place]
                       AND item.account_numbers = record_numbers
                       AND item.units = operation_units[item.place]::numeric[]
                      THEN 'repeated' ELSE 'key_reused' END);
  END LOOP;

  IF array_to_string(operation_hold_keys, '') <> '' THEN
    FOR item IN
      SELECT requested.place, hold.*
        FROM unnest(operation_hold_keys) WITH ORDINALITY AS requested (key, place)
       CROSS JOIN LATERAL (
         SELECT account_number, ledger_holds.units, opened_sequence, closed_by FROM ledger_holds
          WHERE tenant_id = of_tenant AND network = on_network AND key = requested.key LIMIT 1) AS hold
    LOOP
      place := array_position(numbers, item.account_number);
      IF place IS NULL THEN
        place := cardinality(numbers) + 1;
        IF place IS NULL THEN
          place := 1;
        END IF;
        SELECT posted_units, held_units, minimum_units, maximum_units INTO last
          FROM ledger_balances
         WHERE tenant_id = of_tenant AND network = on_network AND account_number = item.account_number;
        IF NOT FOUND THEN
          RAISE assert_failure USING MESSAGE = format('ledger account %s is missing its balance', item.account_number);
        END IF;
        numbers[place] := item.account_number;
        posted[place] := last.posted_units;
        held[place] := last.held_units;
        minimums[place] := last.minimum_units;
        maximums[place] := last.maximum_units;
      END IF;
      hold_places[item.place] := place;
      hold_amounts[item.place] := item.units;
      hold_sequences[item.place] := item.opened_sequence;
      hold_closings[item.place] := item.closed_by;
    END LOOP;
  END IF;

  FOR operation IN 1 .. cardinality(operation_types) LOOP
    CONTINUE WHEN are_repeated[operation];
    operation_type := operation_types[operation];
    places := operation_places[operation]::int[];
    amounts := operation_units[operation]::numeric[];
    posted_changes := CASE WHEN operation_type = 'hold' THEN ARRAY[0::numeric] ELSE amounts END;
    held_changes := CASE WHEN operation_type = 'hold' THEN amounts ELSE array_fill(0::numeric, ARRAY[cardinality(places)]) END;
    outcome := NULL;
    IF operation_type IN ('post_hold', 'void_hold') THEN
      place := hold_places[operation];
      taken := 0;
      IF place IS NULL THEN
        outcome := 'no_hold';
      ELSIF hold_closings[operation] IS NOT NULL THEN
        outcome := hold_closings[operation] || '_before';
      ELSIF operation_type = 'void_hold' THEN
        places := ARRAY[place];
        posted_changes := ARRAY[0::numeric];
        held_changes := ARRAY[-hold_amounts[operation]];
      ELSE
        FOR line IN 1 .. cardinality(places) LOOP
          IF places[line] = place THEN taken := taken - amounts[line]; END IF;
        END LOOP;
        IF taken <= 0 OR taken > hold_amounts[operation] THEN
          outcome := 'takes_wrongly';
        ELSE
          held_changes[array_position(places, place)] := -hold_amounts[operation];
        END IF;
      END IF;
    END IF;

    IF outcome IS NULL THEN
      FOR line IN 1 .. cardinality(places) LOOP
        place := places[line];
        posted[place] := posted[place] + posted_changes[line];
        held[place] := held[place] + held_changes[line];
        entry_posted[entries + line] := posted[place];
        entry_held[entries + line] := held[place];
      END LOOP;
      -- Limits apply to the result of an operation, not to the order of its lines.
      FOR line IN 1 .. cardinality(places) LOOP
        place := places[line];
        outcome := CASE
          WHEN posted[place] - held[place] < minimums[place] THEN 'insufficient'
          WHEN posted[place] > maximums[place] OR abs(posted[place]) > greatest_units OR held[place] > greatest_units
            THEN 'excessive' END;
        EXIT WHEN outcome IS NOT NULL;
      END LOOP;
      IF outcome IS NOT NULL THEN
        FOR line IN 1 .. cardinality(places) LOOP
          posted[places[line]] := posted[places[line]] - posted_changes[line];
          held[places[line]] := held[places[line]] - held_changes[line];
        END LOOP;
      END IF;
    END IF;
    IF outcome IS NOT NULL THEN
      others := others || json_build_object(
        'operation', operation, 'outcome', outcome, 'account', place, 'available', (posted[place] - held[place])::text);
      CONTINUE;
    END IF;

    next_sequence := next_sequence + 1;
    record_numbers := '{}';
    FOR line IN 1 .. cardinality(places) LOOP
      place := places[line];
      IF numbers[place] IS NULL THEN
        next_account := next_account + 1;
        numbers[place] := next_account;
        opened_places := opened_places || place;
      END IF;
      are_changed[place] := true;
      record_numbers := record_numbers || numbers[place];
      entry_numbers[entries + line] := numbers[place];
      entry_sequences[entries + line] := next_sequence;
      entry_positions[entries + line] := line - 1;
      entry_posted_changes[entries + line] := posted_changes[line];
      entry_held_changes[entries + line] := held_changes[line];
    END LOOP;
    entries := entries + cardinality(places);
    next_hash := sha256(next_hash || int8send(next_sequence) || time_bytes || operation_digests[operation]);
    records := records + 1;
    recorded[records] := operation;
    recorded_numbers[records] := CASE WHEN operation_type = 'void_hold' THEN '{}' ELSE record_numbers::text END;
    recorded_hashes[records] := next_hash;
    IF operation_type <> 'post' THEN
      holds := holds + 1;
      row_numbers[holds] := CASE WHEN operation_type = 'hold' THEN record_numbers[1]
                                 ELSE numbers[hold_places[operation]] END;
      IF operation_type = 'hold' THEN
        row_keys[holds] := operation_keys[operation];
        row_units[holds] := amounts[1];
        row_opened[holds] := next_sequence;
        row_closed[holds] := NULL;
        row_closed_by[holds] := NULL;
        row_posted[holds] := NULL;
      ELSE
        row_keys[holds] := operation_hold_keys[operation];
        row_units[holds] := hold_amounts[operation];
        row_opened[holds] := hold_sequences[operation];
        row_closed[holds] := next_sequence;
        row_closed_by[holds] := operation_type;
        row_posted[holds] := taken;
      END IF;
    END IF;
  END LOOP;

  first_sequence := head.last_sequence + 1;
  IF cardinality(others) > 0 THEN exceptions := array_to_json(others); END IF;
  IF records = 0 THEN
    RETURN NEXT;
    RETURN;
  END IF;

  IF cardinality(opened_places) > 0 THEN
    INSERT INTO ledger_assets (tenant_id, network, code, scale)
    SELECT DISTINCT of_tenant, on_network, account_codes[opened], account_scales[opened]
      FROM unnest(opened_places) AS opened
    ON CONFLICT (tenant_id, network, code) DO NOTHING;
    FOREACH place IN ARRAY opened_places LOOP
      SELECT asset.scale INTO last
        FROM ledger_assets AS asset
       WHERE tenant_id = of_tenant AND network = on_network AND code = account_codes[place];
      IF last.scale <> account_scales[place] THEN
        RAISE assert_failure USING MESSAGE = format('%s has one scale', account_codes[place]);
      END IF;
    END LOOP;
    INSERT INTO ledger_accounts
      (tenant_id, network, number, kind, owner, chain, asset_code, asset_scale, opened_at)
    SELECT of_tenant, on_network, numbers[opened], account_kinds[opened], account_owners[opened], account_chains[opened],
           account_codes[opened], account_scales[opened], recorded_at
      FROM unnest(opened_places) AS opened;
  END IF;
  -- An upsert finds each row by its key, regardless of planner statistics.
  INSERT INTO ledger_balances
    (tenant_id, network, account_number, posted_units, held_units, minimum_units, maximum_units)
  SELECT of_tenant, on_network, changed.number, changed.posted, changed.held, changed.minimum, changed.maximum
    FROM unnest(numbers, posted, held, minimums, maximums) WITH ORDINALITY
           AS changed (number, posted, held, minimum, maximum, place)
   WHERE are_changed[changed.place]
  ON CONFLICT (tenant_id, network, account_number) DO UPDATE
     SET posted_units = excluded.posted_units, held_units = excluded.held_units;
  IF holds > 0 THEN
    INSERT INTO ledger_holds (tenant_id, network, key, account_number, units, opened_sequence, closed_sequence,
                              closed_by, posted_units)
    SELECT of_tenant, on_network, hold.*
      FROM unnest(row_keys, row_numbers, row_units, row_opened, row_closed, row_closed_by, row_posted) AS hold
    ON CONFLICT (tenant_id, network, key) DO UPDATE
       SET closed_sequence = excluded.closed_sequence, closed_by = excluded.closed_by,
           posted_units = excluded.posted_units;
  END IF;
  INSERT INTO ledger_entries (tenant_id, network, at, account_number, sequence, position, posted_change, held_change,
                              posted_units, held_units)
  SELECT of_tenant, on_network, recorded_at, entry.*
    FROM unnest(entry_numbers, entry_sequences, entry_positions, entry_posted_changes, entry_held_changes,
                entry_posted, entry_held)
           AS entry (number, sequence, place, posted_change, held_change, posted, held)
   -- Balances of an operation that was refused last.
   WHERE entry.number IS NOT NULL;
  INSERT INTO ledger_journal (tenant_id, network, at, sequence, type, key, hold_key, account_numbers, units, hash)
  SELECT of_tenant, on_network, recorded_at, head.last_sequence + added.place, operation_types[added.operation],
         operation_keys[added.operation], operation_hold_keys[added.operation], added.numbers::bigint[],
         operation_units[added.operation]::numeric[], added.hash
    FROM unnest(recorded, recorded_numbers, recorded_hashes) WITH ORDINALITY
           AS added (operation, numbers, hash, place);
  UPDATE ledger_heads
     SET last_sequence = next_sequence, last_hash = next_hash, last_at = recorded_at,
         last_account_number = next_account
   WHERE tenant_id = of_tenant AND network = on_network;
  RETURN NEXT;
END $$;
