/**
 * As a part of a statement it lets its transaction commit without waiting for the disk. Only for what may be done once
 * more: should the server crash in that moment, it forgets that it was done.
 */
export const lazyCommit = `lazy_commit AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;
