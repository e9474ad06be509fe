-- Removes audit log entries before a time, with their part of the hash chains. Export them first. Run it as a superuser:
--
--   psql -v before='2019-01-01T00:00:00Z' -f prune-audit-log.sql florin
--
-- Each chain keeps the hash of its last removed seal, so the rest can still be verified.

BEGIN;

-- Up to the first seal that has to stay.
INSERT INTO audit_prunings (tenant_id, sequence, hash, pruned_at)
SELECT seal.tenant_id, seal.sequence, seal.hash, now()
  FROM (SELECT tenant_id, coalesce(min(sequence) FILTER (WHERE at >= :'before') - 1, max(sequence)) AS sequence
          FROM audit_seals GROUP BY tenant_id) AS last
  JOIN audit_seals AS seal USING (tenant_id, sequence)
ON CONFLICT (tenant_id) DO UPDATE
   SET sequence = excluded.sequence, hash = excluded.hash, pruned_at = excluded.pruned_at;

DELETE FROM audit_log AS entry
 USING audit_seals AS seal, audit_prunings AS pruned
 WHERE seal.tenant_id = pruned.tenant_id AND seal.sequence <= pruned.sequence
   AND entry.tenant_id = seal.tenant_id AND entry.at = seal.at AND entry.id = ANY (seal.entry_ids);

DELETE FROM audit_seals AS seal
 USING audit_prunings AS pruned
 WHERE seal.tenant_id = pruned.tenant_id AND seal.sequence <= pruned.sequence;

COMMIT;
