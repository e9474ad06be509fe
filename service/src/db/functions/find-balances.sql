-- Row by row, because in a function Citus plans a statement of one table once, and every other statement at each call.
CREATE OR REPLACE FUNCTION find_balances(
  of_tenant text, on_network text, account_kinds text[], account_owners text[], account_chains text[],
  account_codes text[]
) RETURNS TABLE (
  number bigint, kind text, owner text, chain text, asset_code text, asset_scale smallint, posted numeric, held numeric
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  account record;
  balance record;
BEGIN
  FOR i IN 1 .. cardinality(account_kinds) LOOP
    SELECT number, asset_scale INTO account
      FROM ledger_accounts
     WHERE tenant_id = of_tenant AND network = on_network AND kind = account_kinds[i] AND owner = account_owners[i]
       AND chain = account_chains[i] AND asset_code = account_codes[i];
    CONTINUE WHEN NOT FOUND;
    SELECT posted_units, held_units INTO balance
      FROM ledger_balances WHERE tenant_id = of_tenant AND network = on_network AND account_number = account.number;
    RETURN QUERY
      SELECT account.number, account_kinds[i], account_owners[i], account_chains[i], account_codes[i],
             account.asset_scale, balance.posted_units, balance.held_units;
  END LOOP;
END $$;
