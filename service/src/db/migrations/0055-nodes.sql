-- The number of a node's build is that of its newest migration: a migration that removes what older builds use waits
-- until none of them runs.
ALTER TABLE nodes
  ADD COLUMN build integer,
  ADD COLUMN draining_since timestamptz;
