-- The last statement of a transaction that has read or changed facts. It fails if a fact has changed since it was read;
-- until the transaction ends, no other one can commit a change.
CREATE OR REPLACE FUNCTION settle_facts(read_scopes text[], read_versions bigint[], changed_scopes text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  turn record;
  current bigint;
  changed text;
BEGIN
  -- In one order, so that two transactions cannot wait for each other.
  FOR turn IN
    SELECT hashtext(scope) AS key, bool_or(scope = ANY (changed_scopes)) AS is_changed
      FROM unnest(read_scopes || changed_scopes) AS scope GROUP BY 1 ORDER BY 1
  LOOP
    IF turn.is_changed THEN PERFORM pg_advisory_xact_lock(122, turn.key);
    ELSE PERFORM pg_advisory_xact_lock_shared(122, turn.key);
    END IF;
  END LOOP;
  FOR place IN 1 .. cardinality(read_scopes) LOOP
    SELECT version INTO current FROM facts_versions WHERE scope = read_scopes[place];
    IF coalesce(current, 0) <> read_versions[place] THEN
      RAISE serialization_failure USING MESSAGE = 'what decides about transfers has changed';
    END IF;
  END LOOP;
  FOREACH changed IN ARRAY changed_scopes LOOP
    INSERT INTO facts_versions (scope, version) VALUES (changed, 1)
    ON CONFLICT (scope) DO UPDATE SET version = facts_versions.version + 1;
  END LOOP;
END $$;
