import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  fillJournal,
  hold,
  type LedgerEnvironment,
  mint,
  move,
  openLedger,
  wallet,
} from "../../../test/ledger.ts";
import type { Database, Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { systemClock } from "../../kernel/instant.ts";
import { createLedgerWriter, readHead, verifyJournal } from "../index.ts";
import type { LedgerScope, Operation } from "../operation.ts";
import type { VerifyProgress } from "./verify-journal.ts";

let env: LedgerEnvironment;

beforeAll(async () => {
  env = await openLedger();
});

afterAll(() => env.close());

test("any sequence of accepted operations leaves a journal without findings", async () => {
  let recorded = 0n;
  await fc.assert(
    fc.asyncProperty(fc.array(operationArbitrary, { minLength: 10, maxLength: 40 }), async (operations) => {
      const scope = env.newScope();
      const keyed = operations.map((operation, index) => ({
        ...operation,
        key: `${index}/${operation.key}`,
      }));
      await env.record(scope, [mint("first", wallet("0"), 20n), ...keyed.slice(0, 20)]);
      await env.record(scope, keyed.slice(20));
      const { findings, records, head } = await verifyJournal(env.database, scope);
      expect(findings).toEqual([]);
      expect(head).toMatchObject({ sequence: records });
      recorded += records;
    }),
    { numRuns: 40 },
  );
  expect(recorded).toBeGreaterThan(200n);
});

test("a journal of many pages is verified, also from a given record, with progress", async () => {
  const scope = env.newScope();
  const [anna, bert] = [wallet("anna"), wallet("bert")];
  const operations = Array.from({ length: 1_300 }, (_, index) => {
    const even = index % 2 === 0;
    return even ? hold(`h/${index}`, anna, 1n) : voidOf(`v/${index}`, `h/${index - 1}`);
  });
  await env.record(scope, [mint("m", anna, 10n), ...operations, hold("open", anna, 2n)]);
  await env.record(scope, [move("last", anna, bert, 3n)]);
  const seen: VerifyProgress[] = [];
  const onProgress = (progress: VerifyProgress): void => void seen.push(progress);
  const whole = await verifyJournal(env.database, scope, { onProgress });
  expect(whole).toMatchObject({ records: 1_303n, findings: [], isComplete: true });
  expect(whole.head).toEqual(markOf(await readHead(env.database, scope)));
  expect(seen.map(({ records }) => records)).toEqual([1_000n, 1_303n, 1_303n]);
  expect(seen[0]?.total).toBe(1_303n);
  for (const from of [2n, 1_001n, 1_304n]) {
    const rest = await verifyJournal(env.database, scope, { from });
    expect(rest, `from ${from}`).toMatchObject({ records: 1_304n - from, findings: [] });
  }
  await env.tamper(
    `UPDATE ledger_entries SET posted_units = posted_units + 1
      WHERE tenant_id = '${scope.tenantId}' AND sequence = 1100`,
  );
  expect((await verifyJournal(env.database, scope)).findings).toMatchObject([
    { table: "ledger_entries", sequence: 1_100n, account: "wallet/anna/base/USDX" },
  ]);
  expect((await verifyJournal(env.database, scope, { from: 1_200n })).findings).toEqual([]);
});

test("a journal that does not reach the requested record is reported", async () => {
  const scope = env.newScope();
  await fillJournal(env, scope);
  const { findings } = await verifyJournal(env.database, scope, { from: 20n });
  expect(findings[0]).toEqual({ table: "ledger_journal", sequence: 19n, detail: "is missing" });
});

test("an empty journal is valid, with or without a head", async () => {
  const scope = env.newScope();
  expect(await verifyJournal(env.database, scope)).toMatchObject({ records: 0n, findings: [] });
  expect(await env.record(scope, [move("m", wallet("a"), wallet("b"), 1n)])).toBe(1);
  expect(await verifyJournal(env.database, scope)).toMatchObject({ records: 0n, findings: [] });
});

test("a replaced history is detected by the externally stored head", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("1", wallet("a"), 5n), mint("2", wallet("a"), 6n)]);
  const expected = markOf(await readHead(env.database, scope));
  const first = { sequence: 1n, hash: (await hashOf(scope, 1n)) ?? Buffer.alloc(0) };
  expect((await verifyJournal(env.database, scope, { expected })).findings).toEqual([]);
  expect((await verifyJournal(env.database, scope, { expected: first })).findings).toEqual([]);
  await forget(scope);
  await env.record(scope, [
    mint("1", wallet("a"), 5n),
    mint("2", wallet("a"), 7n),
    mint("3", wallet("a"), 1n),
  ]);
  expect((await verifyJournal(env.database, scope)).findings).toEqual([]);
  expect((await verifyJournal(env.database, scope, { expected })).findings).toEqual([
    { table: "ledger_journal", sequence: 2n, detail: "does not have the hash that was expected" },
  ]);
  await forget(scope);
  await env.record(scope, [mint("1", wallet("a"), 5n)]);
  expect((await verifyJournal(env.database, scope, { expected })).findings).toEqual([
    { table: "ledger_journal", sequence: 2n, detail: "is expected, but the journal has no such record" },
  ]);
});

test("invalid values are findings, not crashes", async () => {
  const scope = env.newScope();
  await fillJournal(env, scope);
  await env.tamper(`
    UPDATE ledger_journal SET units = '{NaN,NaN}' WHERE tenant_id = '${scope.tenantId}' AND sequence = 1;
    UPDATE ledger_journal SET units = '[5:6]={-500,500}' WHERE tenant_id = '${scope.tenantId}' AND sequence = 2;
    UPDATE ledger_journal SET units = '{NULL}' WHERE tenant_id = '${scope.tenantId}' AND sequence = 3;
    UPDATE ledger_journal SET at = 'infinity' WHERE tenant_id = '${scope.tenantId}' AND sequence = 4;
    UPDATE ledger_journal SET account_numbers = array_fill(1::bigint, ARRAY[101]), units = array_fill(1, ARRAY[101])
     WHERE tenant_id = '${scope.tenantId}' AND sequence = 5;
    UPDATE ledger_entries SET posted_units = 'NaN' WHERE tenant_id = '${scope.tenantId}' AND sequence = 7;
    UPDATE ledger_entries SET at = '-infinity' WHERE tenant_id = '${scope.tenantId}' AND sequence = 8;
    UPDATE ledger_accounts SET opened_at = 'infinity' WHERE tenant_id = '${scope.tenantId}' AND number = 6;
    UPDATE ledger_heads SET last_at = '-infinity' WHERE tenant_id = '${scope.tenantId}'`);
  const { findings } = await verifyJournal(env.database, scope);
  const places = findings.map(({ table, sequence }) => `${table} ${sequence}`);
  expect(places).toEqual(
    expect.arrayContaining([
      ...[1, 2, 3, 4, 5].map((sequence) => `ledger_journal ${sequence}`),
      "ledger_entries 7",
      "ledger_entries 8",
      "ledger_accounts 11",
      "ledger_heads 13",
    ]),
  );
  await env.tamper(`
    UPDATE ledger_entries SET posted_units = 'NaN' WHERE tenant_id = '${scope.tenantId}';
    UPDATE ledger_holds SET units = 'NaN' WHERE tenant_id = '${scope.tenantId}'`);
  expect((await verifyJournal(env.database, scope, { from: 9n })).findings).not.toEqual([]);
});

test("verification stops after a hundred findings and reports that there may be more", async () => {
  const scope = env.newScope();
  const operations = Array.from({ length: 150 }, (_, index) => mint(`m/${index}`, wallet(`${index}`), 1n));
  await env.record(scope, operations);
  await env.tamper(`UPDATE ledger_balances SET posted_units = posted_units + 1
    WHERE tenant_id = '${scope.tenantId}' AND posted_units > 0`);
  const verification = await verifyJournal(env.database, scope);
  expect(verification).toMatchObject({ isComplete: false, records: 150n });
  expect(verification.findings).toHaveLength(100);
});

test("a changed account is reported itself, not only through its records", async () => {
  const scope = env.newScope();
  const operations = Array.from({ length: 300 }, (_, index) => mint(`m/${index}`, wallet(`${index}`), 1n));
  await env.record(scope, operations);
  await env.tamper(`UPDATE ledger_accounts SET chain = 'bass'
    WHERE tenant_id = '${scope.tenantId}' AND kind = 'supply'`);
  const { findings } = await verifyJournal(env.database, scope);
  expect(findings).toContainEqual(
    expect.objectContaining({ table: "ledger_accounts", account: "supply/USDX/bass/USDX" }),
  );
  expect(findings.filter(({ table }) => table === "ledger_journal").length).toBeLessThan(10);
});

test("a journal that is written to meanwhile is always valid", async () => {
  const scope = env.newScope();
  const writer = createLedgerWriter({ database: env.database, clock: systemClock });
  await writer.record(scope, mint("m", wallet("a"), 1_000_000n));
  let isOver = false;
  const writing = (async () => {
    for (let index = 0; !isOver; index += 1) {
      const key = `${index}`;
      const pair = [
        hold(`h/${key}`, wallet("a"), 1n),
        move(`m/${key}`, wallet("a"), wallet(`b${index % 50}`), 1n),
      ];
      await Promise.all(pair.map((operation) => writer.record(scope, operation)));
      await writer.record(scope, voidOf(`v/${key}`, `h/${key}`));
    }
  })();
  let seen = 0n;
  for (let rounds = 0; rounds < 12; rounds += 1) {
    const { findings, records } = await verifyJournal(env.database, scope);
    expect(findings).toEqual([]);
    expect(records).toBeGreaterThanOrEqual(seen);
    seen = records;
  }
  isOver = true;
  await writing;
  await writer.drain();
  expect(seen).toBeGreaterThan(1n);
});

test("records written between the final queries have no effect", async () => {
  const scope = env.newScope();
  await env.record(scope, [mint("m", wallet("a"), 1_000n)]);
  let writes = 0;
  const thenWrite = async <T>(requested: Promise<T>): Promise<T> => {
    const response = await requested;
    writes += 1;
    await env.record(scope, [
      hold(`h/${writes}`, wallet("a"), 1n),
      mint(`m/${writes}`, wallet(`${writes}`), 1n),
    ]);
    return response;
  };
  const disturbed = <S extends Session>(session: S): S => ({
    ...session,
    rows: (requested, values) => thenWrite(session.rows(requested, values)),
    first: (requested, values) => thenWrite(session.first(requested, values)),
  });
  const { database } = env;
  const transaction: Database["transaction"] = (work, options) =>
    database.transaction((tx) => work(disturbed(tx)), options);
  const { findings } = await verifyJournal({ ...disturbed(database), transaction }, scope);
  expect(findings).toEqual([]);
  expect(writes).toBeGreaterThan(10);
});

test("verification can be aborted", async () => {
  const scope = env.newScope();
  await fillJournal(env, scope);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(verifyJournal(env.database, scope, { signal })).rejects.toThrow("enough");
});

test("the service role cannot change what was recorded", async () => {
  for (const table of ["ledger_journal", "ledger_accounts", "ledger_entries"]) {
    for (const sql of [
      `UPDATE ${table} SET network = network`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ]) {
      await expect(env.database.run(statement(sql)), sql).rejects.toMatchObject({ code: "42501" });
    }
  }
});

const accountArbitrary = fc.integer({ min: 0, max: 3 }).map((owner) => wallet(`${owner}`));
const unitsArbitrary = fc.bigInt({ min: 1n, max: 15n });
const holdKeyArbitrary = fc.integer({ min: 0, max: 20 });

const operationArbitrary: fc.Arbitrary<Operation> = fc.oneof(
  fc.tuple(accountArbitrary, unitsArbitrary).map(([account, units]) => mint("mint", account, units)),
  fc
    .tuple(accountArbitrary, accountArbitrary, unitsArbitrary)
    .map(([from, to, units]) => move("move", from, to, units)),
  fc.tuple(accountArbitrary, unitsArbitrary).map(([account, units]) => hold("hold", account, units)),
  holdKeyArbitrary.map((index) => voidOf("void", `${index}/hold`)),
  fc.tuple(holdKeyArbitrary, accountArbitrary, accountArbitrary, unitsArbitrary).map(
    ([index, from, to, units]): Operation => ({
      type: "post_hold",
      key: "post",
      holdKey: `${index}/hold`,
      postings: [
        { account: from, units: -units },
        { account: to, units },
      ],
    }),
  ),
);

function voidOf(key: string, holdKey: string): Operation {
  return { type: "void_hold", key, holdKey };
}

function markOf({ sequence, hash }: { readonly sequence: bigint; readonly hash: Buffer }) {
  return { sequence, hash };
}

async function hashOf(scope: LedgerScope, sequence: bigint): Promise<Buffer | undefined> {
  const [row] = await env.tamper(
    `SELECT hash FROM ledger_journal WHERE tenant_id = '${scope.tenantId}' AND sequence = ${sequence}`,
  );
  return row?.["hash"] as Buffer | undefined;
}

async function forget({ tenantId }: LedgerScope): Promise<void> {
  for (const table of ["heads", "journal", "accounts", "assets", "entries", "balances", "holds"]) {
    await env.tamper(`DELETE FROM ledger_${table} WHERE tenant_id = '${tenantId}'`);
  }
}
