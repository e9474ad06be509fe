import { afterAll, beforeAll, expect, test } from "vitest";
import { hold, type LedgerEnvironment, mint, openLedger, wallet } from "../../../test/ledger.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope, Operation } from "../operation.ts";

const accounts = 3_000;
const owners = Array.from({ length: accounts }, (_, index) => `owner-${index}`);

let env: LedgerEnvironment;
let scope: LedgerScope;

beforeAll(async () => {
  // One connection, whose plans are made while the tables are empty and stay as they are.
  env = await openLedger({ isPlain: true, maxConnections: 1 });
  scope = env.newScope();
  for (const table of ["accounts", "balances", "journal", "holds", "entries", "heads"])
    await env.tamper(`ALTER TABLE ledger_${table} SET (autovacuum_enabled = false)`);
  for (let call = 0; call < 10; call += 1)
    await env.record(scope, [
      mint(`first/${call}`, wallet("ann"), 2n),
      hold(`held/${call}`, wallet("ann"), 1n),
    ]);
  for (let call = 0; call < 10; call += 1)
    await env.record(scope, [{ type: "void_hold", key: `void/${call}`, holdKey: `held/${call}` }]);
  await env.record(
    scope,
    owners.map((owner) => mint(`mint/${owner}`, wallet(owner), 1n)),
  );
  await env.record(
    scope,
    owners.map((owner) => hold(`hold/${owner}`, wallet(owner), 1n)),
  );
});

afterAll(() => env.close());

test.each<[string, (owner: string) => Operation]>([
  ["mints", (owner) => mint(`again/${owner}`, wallet(owner), 1n)],
  ["mints that are repeated", (owner) => mint(`mint/${owner}`, wallet(owner), 1n)],
  ["voids", (owner) => ({ type: "void_hold", key: `void/${owner}`, holdKey: `hold/${owner}` })],
])(
  "%s read no rows but those that they name, even before the planner has statistics",
  async (_name, toOperation) => {
    const some = owners.slice(1_000, 1_100);
    const before = await rowsRead();
    expect(await env.record(scope, some.map(toOperation))).toBe(0);
    // An account, its balance, a hold and a record each, twice where it is written after it was read.
    expect((await rowsRead()) - before).toBeLessThan(some.length * 10);
  },
);

/** Reports the counts of this connection now. */
const flush = statement("SELECT pg_stat_force_next_flush()");

/** How many rows of the ledger scans of indexes and tables have read. */
async function rowsRead(): Promise<number> {
  await env.database.run(flush);
  const [row] = await env.tamper(`
    SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_user_tables
     WHERE relname LIKE 'ledger_%'`);
  return Number(row?.["rows"]);
}
