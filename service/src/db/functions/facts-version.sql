-- The version before facts are read. A transaction that changes them holds the lock from the end of its work to the end
-- of its commit, so that its changes are visible wherever they are when its version is.
CREATE OR REPLACE FUNCTION facts_version(of_scope text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  current bigint;
BEGIN
  -- The end of a block that fails releases its lock, and so does everything else that ends it.
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(122, hashtext(of_scope));
    SELECT version INTO current FROM facts_versions WHERE scope = of_scope;
    RAISE SQLSTATE 'FLVER';
  EXCEPTION WHEN SQLSTATE 'FLVER' THEN
    RETURN coalesce(current, 0);
  END;
END $$;
