import { afterAll, beforeAll, expect, test } from "vitest";
import { type LedgerWorld, mint, openLedger, wallet } from "../../../test/ledger.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { readStatement, statementCsv, streamStatement, summariseStatement } from "../index.ts";
import { entriesPerScan } from "./account-statement.ts";

let world: LedgerWorld;

beforeAll(async () => {
  world = await openLedger();
});

afterAll(() => world.close());

test("no beginning of a cell is a formula, and no separator that a spreadsheet may know splits one", async () => {
  const scope = world.newScope();
  const keys = ["\n=1", "＝1", "＋1", "－1", "＠1", "a;b", "plain"];
  const start = world.clock.now();
  await world.record(
    scope,
    keys.map((key) => mint(key, wallet("anna"), 1n)),
  );
  const period = { from: start, to: instantFromMs(start + 1) };
  const summary = await summariseStatement(world.database, scope, wallet("anna"), period);
  let csv = "";
  for await (const piece of statementCsv(summary, streamStatement(world.database, scope, summary)))
    csv += piece;
  for (const cell of [`"'\n=1"`, "'＝1", "'＋1", "'－1", "'＠1", '"a;b"', "plain"]) {
    expect(csv).toContain(`,post,${cell},`);
  }
});

test("any number of holds between two entries is gone through in stretches, and a lost balance is no hindrance", async () => {
  const scope = world.newScope();
  const start = world.clock.now();
  await world.record(scope, [mint("first", wallet("anna"), 1n)]);
  world.clock.advance(1_000);
  await world.record(scope, [mint("last", wallet("anna"), 1n)]);
  const own = `tenant_id = '${scope.tenantId}'`;
  await world.tamper(`
    INSERT INTO ledger_entries
    SELECT tenant_id, network, account_number, at, sequence, 100 + number, 0, 1, posted_units, 1
      FROM ledger_entries, generate_series(1, ${entriesPerScan * 2}) AS number
     WHERE ${own} AND sequence = 1 AND position = 1`);
  await world.tamper(`DELETE FROM ledger_balances WHERE ${own}`);
  const wish = { from: start, to: instantFromMs(start + 2_000), pageSize: 1 };
  const { entries, next, account } = await readStatement(world.database, scope, wallet("anna"), wish);
  expect(entries.map(({ key }) => key)).toEqual(["first"]);
  const rest = await readStatement(world.database, scope, account, { ...wish, pageSize: 5 });
  expect(rest.entries.map(({ key }) => key)).toEqual(["first", "last"]);
  expect([next?.sequence, rest.next]).toEqual([1n, undefined]);
});
