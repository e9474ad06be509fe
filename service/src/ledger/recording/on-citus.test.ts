import { expect, test } from "vitest";
import { asOnCitus } from "../../../test/as-on-citus.ts";
import { fillJournal, type LedgerEnvironment, ledgerStart, openLedger } from "../../../test/ledger.ts";
import type { Transaction } from "../../db/database.ts";
import type { LedgerScope } from "../operation.ts";
import { insertAddition, isStaleHead } from "./draft-store.ts";
import { recordOperations } from "./record-operations.ts";

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
