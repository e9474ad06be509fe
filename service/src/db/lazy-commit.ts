/**
 * Lets the statement's transaction commit without waiting for the disk. Only for work that may be repeated: after a
 * server crash the commit may be lost.
 */
export const lazyCommit = `lazy_commit AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;
