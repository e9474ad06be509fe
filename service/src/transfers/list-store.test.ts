import { afterAll, beforeAll, expect, test } from "vitest";
import { isWithoutCitus } from "../../test/citus.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { createRowsRead } from "../../test/rows-read.ts";
import type { Session } from "../db/database.ts";
import type { ListQuery } from "../db/list-definition.ts";
import { statement } from "../db/statement.ts";
import { createIdFactory, lowestIdAt, parseId } from "../kernel/id.ts";
import { readIdFragment } from "../kernel/id-fragment.ts";
import { addMs, instantFromMs, systemClock } from "../kernel/instant.ts";
import { type TransferFilters, transferList } from "./list-store.ts";
import { type Transfer, type TransferId, tokenResources } from "./transfer.ts";

const transfers = 24_000;
const everyMs = 1_000;
const limit = 26;
/** Maximum rows a page may read: a few pages' worth. */
const mostRows = 300;

const newId = createIdFactory(systemClock);
const tenantId = newId<"tenant">();
const accountId = parseId<"account">(tenantId) ?? newId<"account">();
const quiet = newId<"account">();
const busy = Array.from({ length: 50 }, () => newId<"account">());
const [busyAccount = quiet] = busy;
const start = instantFromMs(Date.UTC(2026, 0));

let testDatabase: TestDatabase;

/** One tenant with many accounts and transfers: few are not complete, and one account has very few. */
beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 1 });
  const { database } = testDatabase;
  await database.run(insertAccounts, [tenantId, [accountId, quiet, ...busy]]);
  const ids = Array.from({ length: transfers }, (_, index) => idAt(index));
  await database.run(insertTransfers, [tenantId, busy, quiet, ids, start, everyMs]);
  // Citus has no generic plans of some of these statements, and never chooses one itself.
  if (isWithoutCitus) await database.run(statement("SET plan_cache_mode = force_generic_plan"));
});

afterAll(() => testDatabase.drop());

const middle = {
  createdAt: addMs(start, (transfers / 2) * everyMs),
  id: idAt(transfers / 2),
  units: 1_000_000n,
};
const byAmount = { by: "amount", isDescending: true };
type Query = ListQuery<TransferFilters>;

const queryOf = (filters: Partial<Query>): Query => ({
  tenantId,
  network: "testnet",
  resources: ["transfer"],
  ...filters,
});

/** The first page; or the next one, or the one before, from the middle of the list. */
const lists =
  (filters: Partial<Query>, direction?: "after" | "before") =>
  (session: Session): Promise<readonly Transfer[]> => {
    const query = queryOf(filters);
    const position = direction && transferList.positionOf(middle, query);
    return transferList.read(session, query, { direction, position, limit }).then(({ items }) => items);
  };

const ofTokens = { accountId: busyAccount, resources: tokenResources };

const cases = [
  ["first page", lists({})],
  ["page in the middle", lists({}, "after")],
  ["previous page", lists({}, "before")],
  ["an account with few transfers", lists({ accountId: quiet })],
  ["one account, from the middle", lists({ accountId: busyAccount }, "after")],
  ["failed transfers", lists({ status: "failed" })],
  ["failed transfers, backwards", lists({ status: "failed" }, "before")],
  ["complete transfers", lists({ status: "complete" })],
  ["reversed transfers", lists({ status: "reversed" })],
  ["since a time", lists({ createdFrom: middle.createdAt })],
  ["by id", lists({ search: { kind: "id", id: middle.id } })],
  ["by transaction", lists({ search: byTransaction([]) })],
  ["by pending transaction", lists({ search: byTransaction([middle.id]) })],
  ["oldest first", lists({ sort: { by: "created", isDescending: false } })],
  ["by amount", lists({ sort: byAmount })],
  ["by amount, from the middle", lists({ sort: byAmount }, "before")],
  ["by an amount", lists({ search: { kind: "amount", units: 7n } })],
  ["by the end of an id", lists({ search: byPart(middle.id.slice(-8)) })],
  ["by the beginning of an id", lists({ search: byPart(middle.id.slice(0, 14)) })],
  ["by the code of a failure", lists({ search: { kind: "failure", code: "R01" } })],
  ["token transactions", lists(ofTokens)],
  ["token transactions from the middle", lists(ofTokens, "before")],
] as const;

// Citus has plans of its own.
const testPlan = test.skipIf(!isWithoutCitus);

testPlan("a page of a tenant's transfers reads few rows", async () => {
  await testDatabase.database.run(statement("ANALYZE"));
  const rowsReadBy = createRowsRead(testDatabase.database);
  for (const [what, read] of cases) expect(await rowsReadBy(read), what).toBeLessThan(mostRows);
});

testPlan("totals read no more rows than they count", async () => {
  const rowsReadBy = createRowsRead(testDatabase.database);
  const totals = (filters: Partial<Query>) => (session: Session) =>
    transferList.totals(session, queryOf(filters), 1_000);
  const common = { kind: "amount", units: 1_000_000n } as const;
  const pending = { status: "pending", search: common } as const;
  for (const filters of [
    {},
    { status: "complete" },
    { status: "reversed" },
    { transferType: "wire" },
    pending,
  ] as const)
    expect(await rowsReadBy(totals(filters))).toBeLessThan(2_000);
  const all = await totals({})(testDatabase.database);
  expect(all.isComplete).toBe(false);
  const failed = await totals({ status: "failed" })(testDatabase.database);
  expect(failed).toEqual({
    isComplete: true,
    totals: [{ status: "failed", currency: "USD", count: 120, units: 120_000_000n }],
  });
});

test("a page with a rare rail stops after so many transfers", async () => {
  const { database } = testDatabase;
  const read = (filters: Partial<Query>, maxRead: number) =>
    transferList.read(database, queryOf(filters), { limit, maxRead });
  const { stoppedAt } = await read({ transferType: "rtp" }, 1_000);
  const newer = { direction: "before", position: stoppedAt, limit: 2_000 } as const;
  expect((await transferList.read(database, queryOf({}), newer)).items).toHaveLength(999);
  expect((await read({ transferType: "rtp" }, transfers + 1)).stoppedAt).toBeUndefined();
  expect((await read({}, 1)).stoppedAt).toBeUndefined();
});

test("pages by amount have every transfer once, in both directions", async () => {
  const query = queryOf({ sort: byAmount });
  const position = transferList.positionOf(middle, query);
  const older = await transferList.read(testDatabase.database, query, { position, limit });
  const back = { direction: "before", position: older.positions[0], limit } as const;
  const newer = await transferList.read(testDatabase.database, query, back);
  expect(newer.items[0]?.id).toBe(middle.id);
  expect(older.items).toHaveLength(limit);
});

test("each page continues where the previous one ended, also within one timestamp", async () => {
  const seen: string[] = [];
  let position: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const query = queryOf({ status: "failed" });
    const found = await transferList.read(testDatabase.database, query, { position, limit });
    seen.push(...found.items.map(({ id }) => id));
    position = found.positions.at(-1);
  }
  expect(new Set(seen).size).toBe(4 * limit);
  expect(seen).toEqual(seen.toSorted().toReversed());
});

function byPart(text: string) {
  const fragment = readIdFragment(text);
  if (fragment === undefined) throw new Error("not a part of an id");
  return { kind: "fragment", fragment } as const;
}

function byTransaction(ids: readonly string[]) {
  return { kind: "transaction", transactionId: "0x77", ids } as const;
}

function idAt(index: number): TransferId {
  const text = lowestIdAt(addMs(start, index * everyMs)).replace(/0{16}$/, String(index).padStart(16, "0"));
  const id = parseId<"transfer">(text);
  if (id === undefined) throw new Error("an id has 26 characters");
  return id;
}

const insertAccounts = statement(`
  INSERT INTO accounts (tenant_id, id, kind, managing_account_id, network, name, self_attested, status, created_at,
                        updated_at)
  SELECT $1, id, CASE WHEN id = $1 THEN 'managing' ELSE 'managed' END, CASE WHEN id <> $1 THEN $1 END,
         CASE WHEN id <> $1 THEN 'testnet' END, 'Test', false, 'complete', now(), now()
    FROM unnest($2::text[]) AS account (id)`);

// Pairs share a timestamp; every 400th transfer has failed, every 5000th belongs to the quiet account, every fourth is of a
// token resource.
const insertTransfers = statement(`
  INSERT INTO transfers (tenant_id, network, id, account_id, resource, flow, units, cents, fee_cents, currency,
      source_transfer_type, source_value_type, source_address_id, source_work_id, source_transaction_id,
      destination_transfer_type, destination_value_type, destination_address_id, ends, status, step, failure_type,
      failure_at, completed_at, created_at, updated_at)
  SELECT $1, 'testnet', id, CASE WHEN place % 5000 = 0 THEN $3 ELSE ($2::text[])[1 + place % 50] END,
         CASE WHEN place % 4 = 3 THEN 'token_transfer' ELSE 'transfer' END, 'payout', 1000000, 100, 0, 'USD', 'base',
         'FUSD', 'anna', id, '0x' || place, 'base', 'FUSD', 'bert',
         '{"statementName": "Acme", "source": {"medium": "chain", "address": "0x1", "keyIndex": 1, "token": {}},
           "destination": {"medium": "chain", "address": "0x2", "token": {}}}',
         CASE WHEN place % 400 < 2 THEN 'failed' ELSE 'complete' END, 'done',
         CASE WHEN place % 400 < 2 THEN 'chain_failed' END, CASE WHEN place % 400 < 2 THEN created_at END,
         created_at, created_at, created_at
    FROM unnest($4::text[]) WITH ORDINALITY AS given (id, place),
         to_timestamp(($5::double precision + (place / 2) * 2 * $6::double precision) / 1000) AS created_at`);
