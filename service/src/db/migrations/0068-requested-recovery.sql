-- An operator allows the recovery of a restored database; the node that starts next performs it.
ALTER TABLE database_restores ADD COLUMN requested_at timestamptz;

DROP INDEX recovered_effects_open;
CREATE INDEX recovered_effects_free ON recovered_effects (network, place, mark) WHERE state <> 'adopted';

-- A closed difference keeps its note when an operation adopts it after all.
ALTER TABLE recovered_effects DROP CONSTRAINT closed_effect_has_note;
ALTER TABLE recovered_effects ADD CONSTRAINT closed_effect_has_note CHECK (state <> 'closed' OR note IS NOT NULL);
