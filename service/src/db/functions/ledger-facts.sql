-- Locks the head before it reads the rest, as the statements do that PostgreSQL runs. No row if there is no journal. In
-- a function, Citus plans a statement of one table once, and every other statement at each call, twice: so this reads
-- row by row, without joins and aggregates.
CREATE OR REPLACE FUNCTION ledger_facts(
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
  item record;
  balance record;
  items json[] := '{}';
BEGIN
  SELECT last_sequence, last_hash, last_at, last_account_number, rebuilds INTO head
    FROM ledger_heads WHERE tenant_id = of_tenant AND network = on_network FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  database_now := clock_timestamp();
  SELECT sequence, hash INTO last
    FROM ledger_journal WHERE tenant_id = of_tenant AND network = on_network ORDER BY sequence DESC LIMIT 1;
  FOR item IN
    SELECT sequence, at, type, key, hold_key, account_numbers, units
      FROM ledger_journal WHERE tenant_id = of_tenant AND network = on_network AND key = ANY (record_keys)
  LOOP
    items := items || json_build_object(
      'sequence', item.sequence::text, 'at', item.at, 'type', item.type, 'key', item.key, 'holdKey', item.hold_key,
      'accountNumbers', item.account_numbers::text[], 'units', item.units::text[]);
  END LOOP;
  records := to_json(items);
  items := '{}';
  FOR i IN 1 .. cardinality(account_kinds) LOOP
    SELECT number, asset_scale INTO item
      FROM ledger_accounts
     WHERE tenant_id = of_tenant AND network = on_network AND kind = account_kinds[i] AND owner = account_owners[i]
       AND chain = account_chains[i] AND asset_code = account_codes[i];
    CONTINUE WHEN NOT FOUND;
    SELECT posted_units, held_units, minimum_units, maximum_units INTO balance
      FROM ledger_balances WHERE tenant_id = of_tenant AND network = on_network AND account_number = item.number;
    items := items || json_build_object(
      'place', i, 'number', item.number::text, 'scale', item.asset_scale, 'posted', balance.posted_units::text,
      'held', balance.held_units::text, 'minimum', balance.minimum_units::text, 'maximum', balance.maximum_units::text);
  END LOOP;
  accounts := to_json(items);
  items := '{}';
  FOR item IN
    SELECT code, scale FROM ledger_assets WHERE tenant_id = of_tenant AND network = on_network AND code = ANY (asset_codes)
  LOOP
    items := items || json_build_object('code', item.code, 'scale', item.scale);
  END LOOP;
  scales := to_json(items);
  RETURN QUERY
    SELECT head.last_sequence, head.last_hash, head.last_at, head.last_account_number, head.rebuilds, database_now,
           last.sequence, last.hash, records, accounts, scales;
END $$;
