-- Each index costs an entry per row, and another one per update of it: the fewer, the better.

-- Queued operations of each line, and all that are not settled: one index serves both.
CREATE INDEX CONCURRENTLY IF NOT EXISTS chain_work_open ON chain_work (network, chain, state, line, id)
  WHERE state NOT IN ('done', 'failed');
DROP INDEX CONCURRENTLY IF EXISTS chain_work_queued;
DROP INDEX CONCURRENTLY IF EXISTS chain_work_unsettled;

-- Operators look up an id in all tenants, by the keys that begin with the tenant.
DROP INDEX CONCURRENTLY IF EXISTS transfers_by_id;
DROP INDEX CONCURRENTLY IF EXISTS events_by_id;
