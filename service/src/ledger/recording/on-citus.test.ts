import { expect, test } from "vitest";
import { asOnCitus } from "../../../test/as-on-citus.ts";
import { isWithoutCitus } from "../../../test/citus.ts";
import {
  euro,
  fillJournal,
  type LedgerEnvironment,
  ledgerStart,
  move,
  openLedger,
  usdx,
  wallet,
} from "../../../test/ledger.ts";
import type { Transaction } from "../../db/database.ts";
import type { LedgerScope } from "../operation.ts";
import { verifyJournal } from "../proving/verify-journal.ts";
import { insertAddition, isStaleHead } from "./draft-store.ts";
import { type JournalFacts, type RequestedFacts, selectFacts } from "./facts-store.ts";
import { recordOperations } from "./record-operations.ts";
import { selectFactsInShard } from "./shard-facts-store.ts";

const tables = ["ledger_heads", "ledger_balances", "ledger_holds", "ledger_entries", "ledger_journal"];

test("the function that Citus calls writes the same rows as the statement", async () => {
  await using env = await openLedger();
  const onCitus: LedgerEnvironment = {
    ...env,
    record: (scope, operations) =>
      env.database.transaction(async (tx) => {
        await recordOperations({ clock: env.clock }, asOnCitus(tx), scope, operations);
        return 0;
      }),
  };
  const [first, second] = [env.newScope(), env.newScope()];
  await fillJournal(env, first);
  await fillJournal(onCitus, second);
  const expected = await rowsOf(env, first);
  expect(expected.map((rows) => rows.length > 0)).toEqual(tables.map(() => true));
  expect(await rowsOf(env, second)).toEqual(expected);
});

test("the function that Citus calls finds the same facts as the statements", async () => {
  await using env = await openLedger();
  const scope = env.newScope();
  const nothing = { keys: ["none"], accounts: [wallet("none")], codes: ["NONE"] };
  const requested = {
    keys: ["none", "mint/1", "post/part", "split/1"],
    accounts: [wallet("clara", euro), wallet("dora"), wallet("anna"), { kind: "fees", asset: usdx } as const],
    codes: ["USDX", "NONE", "EUR"],
  };
  const both = (request: RequestedFacts): Promise<readonly JournalFacts[]> =>
    env.database.transaction(async (tx) => [
      await selectFacts(tx, scope, request),
      await selectFactsInShard(tx, scope, request),
    ]);
  const [noJournal, noneInShard] = await both(requested);
  expect(noneInShard).toEqual(noJournal);
  expect(noJournal?.head).toBeUndefined();
  await fillJournal(env, scope);
  for (const request of [nothing, requested]) {
    const [expected, found] = (await both(request)).map(inOrder);
    expect(found).toEqual(expected);
    expect(expected?.records).toHaveLength(request === nothing ? 0 : 3);
    expect(expected?.accounts).toHaveLength(request === nothing ? 0 : 3);
  }
});

/** Neither promises an order, and the clock goes on. */
function inOrder({ head, records, accounts, scales, ...facts }: JournalFacts) {
  return {
    ...facts,
    head: { ...head, databaseNow: undefined },
    records: records.toSorted((left, right) => Number(left.sequence - right.sequence)),
    accounts: accounts.toSorted((left, right) => Number(left.number - right.number)),
    scales: [...scales].toSorted(([left], [right]) => left.localeCompare(right)),
  };
}

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

test("the function refuses an addition to a head that has changed, as the statement does", async () => {
  await using env = await openLedger();
  const scope = env.newScope();
  await fillJournal(env, scope);
  const head = { sequence: 1n, hash: Buffer.alloc(32), at: ledgerStart, accountNumber: 1n, rebuilds: 0n };
  const nothing = { balances: [], holds: [], entries: [], records: [] };
  const before = await rowsOf(env, scope);
  for (const on of [asOnCitus, (tx: Transaction) => tx]) {
    const adding = env.database.transaction(async (tx) =>
      insertAddition(on(tx), { scope, at: ledgerStart, previous: head, next: head, ...nothing }),
    );
    expect(isStaleHead(await adding.catch((error: unknown) => error))).toBe(true);
  }
  expect(await rowsOf(env, scope)).toEqual(before);
});

/** Without the tenant, the time, and the hash that contains both. */
function rowsOf(env: LedgerEnvironment, { tenantId }: LedgerScope) {
  const rows = (table: string) =>
    env.tamper(`
      SELECT to_jsonb(${table}) - '{tenant_id,at,last_at,hash,last_hash}'::text[] AS row FROM ${table}
       WHERE tenant_id = '${tenantId}' ORDER BY 1`);
  return Promise.all(tables.map(rows));
}
