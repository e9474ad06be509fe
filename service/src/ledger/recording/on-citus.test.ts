import { expect, test } from "vitest";
import { isWithoutCitus } from "../../../test/citus.ts";
import { fillJournal, move, openLedger, wallet } from "../../../test/ledger.ts";
import type { LedgerScope } from "../operation.ts";
import { verifyJournal } from "../proving/verify-journal.ts";

test.skipIf(isWithoutCitus)(
  "calls of functions follow a shard that has moved (CITUS_DATABASE_URL)",
  async () => {
    // One connection, which has called the functions where the shard was.
    await using env = await openLedger({ maxConnections: 1 });
    const scope = env.newScope();
    await fillJournal(env, scope);
    const [before] = await env.tamper(placeOf(scope));
    await env.tamper(moveAway(scope));
    const [after] = await env.tamper(placeOf(scope));
    expect(after).not.toEqual(before);
    expect(await env.record(scope, [move("moved/1", wallet("anna"), wallet("bert"), 5n)])).toBe(0);
    expect((await verifyJournal(env.database, scope)).findings).toEqual([]);
  },
);

function placeOf({ tenantId }: LedgerScope): string {
  return `SELECT nodeid FROM pg_dist_placement JOIN pg_dist_node USING (groupid)
           WHERE shardid = get_shard_id_for_distribution_column('ledger_heads', '${tenantId}')`;
}

function moveAway(scope: LedgerScope): string {
  return `SELECT citus_move_shard_placement(
            get_shard_id_for_distribution_column('ledger_heads', '${scope.tenantId}'), source.nodeid, target.nodeid,
            'block_writes')
            FROM (${placeOf(scope)}) AS source, pg_dist_node AS target
           WHERE target.groupid > 0 AND target.nodeid <> source.nodeid LIMIT 1`;
}
