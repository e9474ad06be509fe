import { afterAll, beforeAll, expect, test } from "vitest";
import { type LedgerEnvironment, mint, openLedger, wallet } from "../../../test/ledger.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { readStatement, statementCsv, streamStatement, summariseStatement } from "../index.ts";
import { entriesPerScan } from "./account-statement.ts";

let env: LedgerEnvironment;

beforeAll(async () => {
  env = await openLedger();
});

afterAll(() => env.close());

test("no cell starts a formula, and no separator splits a cell", async () => {
  const scope = env.newScope();
  const keys = ["\n=1", "＝1", "＋1", "－1", "＠1", "a;b", "plain"];
  const start = env.clock.now();
  await env.record(
    scope,
    keys.map((key) => mint(key, wallet("anna"), 1n)),
  );
  const period = { from: start, to: instantFromMs(start + 1) };
  const summary = await summariseStatement(env.database, scope, wallet("anna"), period);
  let csv = "";
  for await (const piece of statementCsv(summary, streamStatement(env.database, scope, summary)))
    csv += piece;
  for (const cell of [`"'\n=1"`, "'＝1", "'＋1", "'－1", "'＠1", '"a;b"', "plain"]) {
    expect(csv).toContain(`,post,${cell},`);
  }
});

test("any number of holds between two entries is scanned in batches, and a lost balance does not matter", async () => {
  const scope = env.newScope();
  const start = env.clock.now();
  await env.record(scope, [mint("first", wallet("anna"), 1n)]);
  env.clock.advance(1_000);
  await env.record(scope, [mint("last", wallet("anna"), 1n)]);
  const ofTenant = `tenant_id = '${scope.tenantId}'`;
  await env.tamper(`
    INSERT INTO ledger_entries
    SELECT tenant_id, network, account_number, at, sequence, 100 + number, 0, 1, posted_units, 1
      FROM ledger_entries, generate_series(1, ${entriesPerScan * 2}) AS number
     WHERE ${ofTenant} AND sequence = 1 AND position = 1`);
  await env.tamper(`DELETE FROM ledger_balances WHERE ${ofTenant}`);
  const input = { from: start, to: instantFromMs(start + 2_000), pageSize: 1 };
  const { entries, next, account } = await readStatement(env.database, scope, wallet("anna"), input);
  expect(entries.map(({ key }) => key)).toEqual(["first"]);
  const rest = await readStatement(env.database, scope, account, { ...input, pageSize: 5 });
  expect(rest.entries.map(({ key }) => key)).toEqual(["first", "last"]);
  expect([next?.sequence, rest.next]).toEqual([1n, undefined]);
});
