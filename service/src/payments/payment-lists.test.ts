import { afterAll, beforeAll, expect, test } from "vitest";
import { isWithoutCitus } from "../../test/citus.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { createRowsRead } from "../../test/rows-read.ts";
import type { Session } from "../db/database.ts";
import type { ListQuery } from "../db/list-definition.ts";
import { statement } from "../db/statement.ts";
import { createIdFactory, parseId } from "../kernel/id.ts";
import { addMs, instantFromMs, systemClock } from "../kernel/instant.ts";
import { type PaymentFilters, paymentList } from "./payment-lists.ts";

const payments = 20_000;
const everyMs = 1_000;
/** Maximum rows a page may read: a few pages' worth. */
const mostRows = 300;
const tenantId = createIdFactory(systemClock)<"tenant">();
const start = instantFromMs(Date.UTC(2026, 0));

let testDatabase: TestDatabase;

/** Payments of a tenant, in order of time; some are returned, few have failed, and very few are by RTP. */
beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 1 });
  const { database } = testDatabase;
  await database.run(insertAccount, [tenantId]);
  await database.run(insertPayments, [tenantId, payments, start, everyMs]);
  await database.run(statement("ANALYZE"));
  // Citus has no generic plans of some of these statements, and never chooses one itself.
  if (isWithoutCitus) await database.run(statement("SET plan_cache_mode = force_generic_plan"));
});

afterAll(() => testDatabase.drop());

const limit = 26;
const middle = positionAt(payments / 2);

type Filters = Partial<ListQuery<PaymentFilters>>;
const queryOf = (filters: Filters) => ({ tenantId, network: "testnet", ...filters }) as const;
/** The first page; or the next one, or the one before, from the middle of the list. */
const lists = (filters: Filters, direction?: "after" | "before") => (session: Session) => {
  const query = queryOf(filters);
  const position = direction && paymentList.positionOf(middle, query);
  return paymentList.read(session, query, { direction, position, limit });
};
const totals = (filters: Filters) => (session: Session) =>
  paymentList.totals(session, queryOf(filters), 1_000);

const byAmount = { by: "amount", isDescending: true };
const between = { createdAfter: addMs(start, 40_000), createdBefore: addMs(start, 60_000) };

// Citus has plans of its own.
const testPlan = test.skipIf(!isWithoutCitus);

testPlan("a page of a tenant's payments reads few rows", async () => {
  const cases = {
    "first page": lists({}),
    "page in the middle": lists({}, "after"),
    "by amount": lists({ sort: byAmount }),
    "by amount, before the middle": lists({ sort: byAmount }, "before"),
    "of two days long ago": lists(between),
    failed: lists({ status: "failed" }),
    pending: lists({ status: "pending" }),
    "by an amount": lists({ search: { kind: "amount", cents: 7n } }),
    "by a code": lists({ search: { kind: "reason", code: "R02" } }),
    "by a code, returned": lists({ search: { kind: "reason", code: "R02" }, status: "returned" }),
  };
  const rowsReadBy = createRowsRead(testDatabase.database);
  for (const [what, read] of Object.entries(cases))
    expect(await rowsReadBy(read), what).toBeLessThan(mostRows);
});

testPlan("totals read no more rows than they count", async () => {
  const rowsReadBy = createRowsRead(testDatabase.database);
  const amount = { kind: "amount", cents: 7n } as const;
  const reason = { kind: "reason", code: "R02" } as const;
  const filters: readonly Filters[] = [
    {},
    { type: "rtp" },
    between,
    { search: amount },
    { search: amount, status: "failed" },
    { search: reason, status: "complete" },
    { search: reason, status: "pending" },
  ];
  for (const filter of filters)
    expect(await rowsReadBy(totals(filter)), Object.keys(filter).join()).toBeLessThan(2_000);
  expect(await totals({ search: amount })(testDatabase.database)).toEqual({
    isComplete: true,
    totals: [{ status: "complete", currency: "USD", direction: "inbound", count: 20, units: 1_400_000n }],
  });
});

test("a page with a rare rail stops after so many payments, and the next one begins there", async () => {
  const read = async (filters: Filters, maxRead: number) =>
    (await paymentList.read(testDatabase.database, queryOf(filters), { limit, maxRead })).stoppedAt;
  const rare = { type: "rtp" } as const;
  const end = paymentList.positionOf(positionAt(payments - 1_000), queryOf(rare));
  expect(await read(rare, 1_000)).toBe(end);
  expect(await read({ status: "failed" }, 1)).toBeUndefined();
  expect(await read(rare, payments + 1)).toBeUndefined();
});

function positionAt(number: number) {
  const id = parseId<"payment">(`06${String(number).padStart(24, "0")}`);
  if (id === undefined) throw new Error("not an id");
  return { id, amountCents: BigInt(1 + (number % 1_000)), insertedAt: addMs(start, number * everyMs) };
}

const insertAccount = statement(`
  INSERT INTO accounts (tenant_id, id, kind, name, self_attested, status, created_at, updated_at)
  VALUES ($1, $1, 'managing', 'A', false, 'complete', now(), now())`);

const insertPayments = statement(`
  INSERT INTO payments (tenant_id, network, id, account_id, direction, type, amount_cents, status, reason_code, sealed,
    hit_uids, is_published, inserted_at, updated_at)
  SELECT $1, 'testnet', '06' || lpad(n::text, 24, '0'), $1, 'inbound', CASE n % 20000 WHEN 7 THEN 'rtp' ELSE 'wire' END,
         1 + n % 1000, CASE WHEN n % 200 = 0 THEN 'failed' WHEN n % 10 = 3 THEN 'returned' ELSE 'complete' END,
         CASE WHEN n % 200 = 0 THEN 'R01' WHEN n % 10 = 3 THEN 'R02' END, '', '{}', true, at, at
    FROM generate_series(0, $2::int - 1) AS n
   CROSS JOIN LATERAL (
     SELECT to_timestamp($3::double precision / 1000) + n * $4::int * interval '1 ms' AS at) AS created`);
