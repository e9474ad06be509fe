import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import "../../test/property-seed.ts";
import { sizeOf } from "../../test/scale.ts";
import type { Database } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { systemCause } from "../kernel/cause.ts";
import { createIdFactory, type TenantId } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { recordAudit } from "./record-audit.ts";
import { createAuditSealer, sealSome } from "./sealer.ts";
import { verifyChain } from "./verify-chain.ts";

const newId = createIdFactory(systemClock);
const tenants: readonly TenantId[] = [newId(), newId(), newId()];

type Step =
  | { readonly type: "write"; readonly tenant: number; readonly entries: number; readonly commits: boolean }
  | { readonly type: "seal"; readonly limit: number; readonly crashes: boolean };

const steps = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant("write" as const),
      tenant: fc.nat({ max: tenants.length }),
      entries: fc.integer({ min: 1, max: 4 }),
      commits: fc.boolean(),
    }),
    fc.record({
      type: fc.constant("seal" as const),
      limit: fc.integer({ min: 1, max: 5 }),
      crashes: fc.boolean(),
    }),
  ),
  { minLength: 5, maxLength: 40 },
);

test("whatever is written and sealed at once, and whenever a sealer crashes, each entry is sealed once", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      await Promise.all(list.map((step) => take(database, step)));
      while ((await countOf(database, "audit_unsealed")) > 0) await sealAll(database, 7);
      await expectSound(database);
    }),
    { numRuns: sizeOf("SEALER_RUNS", { usual: 15, long: 300 }) },
  );
});

async function take(database: Database, step: Step): Promise<void> {
  const gone = new Error("rolled back");
  const ignoreGone = (error: unknown): void => {
    if (error !== gone) throw error;
  };
  if (step.type === "write") {
    const write = database.transaction(async (tx) => {
      await record(tx, tenants[step.tenant], step.entries);
      if (!step.commits) throw gone;
    });
    return write.catch(ignoreGone);
  }
  const transaction: Database["transaction"] = (work, options) =>
    database.transaction(async (tx) => {
      const result = await work(tx);
      if (step.crashes) throw gone;
      return result;
    }, options);
  await sealSome({ database: { ...database, transaction }, clock: systemClock }, "", step.limit).catch(
    ignoreGone,
  );
}

function record(tx: Parameters<typeof recordAudit>[1], tenantId: TenantId | undefined, count: number) {
  const entries = Array.from({ length: count }, (_, index) => ({
    cause: systemCause("test.work"),
    action: "note.create",
    subject: { type: "note", id: `${index}` },
  }));
  return recordAudit({ clock: systemClock, newId }, tx, { tenantId, network: undefined }, entries);
}

async function sealAll(database: Database, limit: number): Promise<void> {
  let after = "";
  do after = await sealSome({ database, clock: systemClock }, after, limit);
  while (after !== "");
}

async function expectSound(database: Database): Promise<void> {
  for (const chain of [...tenants, "platform"]) {
    expect((await verifyChain(database, chain)).findings).toEqual([]);
  }
  const sealed = await database.rows(
    statement<{ id: string; position: bigint }>(
      "SELECT unnest(entry_ids) AS id, position FROM audit_seals ORDER BY position",
    ),
  );
  expect(new Set(sealed.map(({ id }) => id)).size).toBe(sealed.length);
  expect(sealed.length).toBe(await countOf(database, "audit_log"));
}

async function countOf(database: Database, table: string): Promise<number> {
  const row = await database.first(statement<{ rows: number }>(`SELECT count(*)::int AS rows FROM ${table}`));
  return row?.rows ?? 0;
}

test("several sealers run at once, one of them is active, and a commit wakes it", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const wakes: (() => void)[] = [];
  const errors: unknown[] = [];
  const sealers = Array.from({ length: 3 }, () =>
    createAuditSealer({
      database,
      clock: systemClock,
      wakeUp: {
        listen: (_, wake) => {
          wakes.push(wake);
          return () => {};
        },
      },
      wakeOn: ["work"],
      idleMs: 60_000,
      onError: (error) => errors.push(error),
    }),
  );
  for (const sealer of sealers) sealer.start();
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      [...tenants, undefined].map((tenantId) => database.transaction((tx) => record(tx, tenantId, 3))),
    );
    for (const wake of wakes) wake();
  }
  await eventually(async () => expect(await countOf(database, "audit_unsealed")).toBe(0));
  await Promise.all(sealers.map((sealer) => sealer.stop()));
  expect(errors).toEqual([]);
  await expectSound(database);
  expect(await countOf(database, "audit_log")).toBe(240);
});

test("an uncommitted entry holds up no other, and is sealed after its commit", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const [tenantId] = tenants;
  await database.transaction(async (tx) => {
    await record(tx, tenantId, 1);
    await database.transaction((other) => record(other, tenantId, 2));
    await sealAll(database, 500);
    expect(await countOf(database, "audit_seals")).toBe(1);
  });
  await sealAll(database, 500);
  expect(await countOf(database, "audit_seals")).toBe(2);
  await expectSound(database);
});
