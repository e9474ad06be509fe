import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { createGate } from "../../test/gate.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { type BatchedWriterOptions, createBatchedWriter } from "./batched-writer.ts";
import type { Database, Transaction } from "./database.ts";
import { statement } from "./statement.ts";

interface Note {
  readonly tenant: string;
  readonly number: number;
}

test("concurrent requests share one transaction, and a refused request writes nothing", async () => {
  await using env = await openNotes();
  const writer = createBatchedWriter(env.options);
  const notes = Array.from({ length: 100 }, (_, number) => ({ tenant: "a", number }));
  const results = await Promise.all(notes.map((note) => writer.submit(note)));
  expect(results[13]).toMatchObject({ kind: "refusal", code: "unprocessable" });
  expect(results.filter((result) => !isRefusal(result))).toHaveLength(99);
  const rows = await env.rows();
  expect(rows.map(({ number }) => number)).toEqual(
    notes.map(({ number }) => number).filter((number) => number !== 13),
  );
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(1);
});

test("a request that violates a constraint fails alone, and the others are written one by one", async () => {
  await using env = await openNotes();
  const writer = createBatchedWriter(env.options);
  await writer.submit({ tenant: "a", number: 2 });
  const settled = await Promise.allSettled([1, 2, 3].map((number) => writer.submit({ tenant: "a", number })));
  expect(settled).toMatchObject([
    { status: "fulfilled", value: "1 noted" },
    { status: "rejected", reason: { code: "23505" } },
    { status: "fulfilled", value: "3 noted" },
  ]);
  const rows = await env.rows();
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(new Set(rows.map(({ transaction }) => transaction)).size).toBe(3);
});

test("a request that times out on a lock fails alone", async () => {
  await using env = await openNotes();
  const [locked, done] = [createGate(), createGate()];
  const holder = env.options.database.transaction(async (tx) => {
    await writeNotes(tx, [{ tenant: "a", number: 2 }]);
    locked.open();
    await done.opened;
  });
  await locked.opened;
  const write: typeof env.options.write = async (tx, notes) => {
    await tx.run(statement("SELECT set_config('lock_timeout', '50ms', true)"));
    return env.options.write(tx, notes);
  };
  const writer = createBatchedWriter({ ...env.options, write });
  const settled = await Promise.allSettled([1, 2, 3].map((number) => writer.submit({ tenant: "a", number })));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  done.open();
  await holder;
});

test("a tenant with 10,000 waiting requests does not starve one with a single request", async () => {
  await using env = await openNotes();
  const gate = createGate();
  const order: string[] = [];
  const write: typeof env.options.write = async (tx, notes) => {
    await gate.opened;
    order.push(notes[0]?.tenant ?? "");
    return env.options.write(tx, notes);
  };
  const writer = createBatchedWriter({ ...env.options, write, maxQueued: 20_000, maxConcurrentBatches: 1 });
  const large = Array.from({ length: 10_000 }, (_, number) =>
    writer.submit({ tenant: "large", number: number + 100 }),
  );
  const small = writer.submit({ tenant: "small", number: 1 });
  gate.open();
  await small;
  expect(order).toEqual(["large", "small"]);
  await Promise.all(large);
  expect(order).toHaveLength(101);
});

test("a connection lost before the commit is a 503 for the whole batch, and nothing is written twice", async () => {
  await using env = await openNotes();
  const write: typeof env.options.write = async (tx, notes) => {
    const outcomes = await env.options.write(tx, notes);
    await tx.run(statement("SELECT pg_terminate_backend(pg_backend_pid())")).catch(() => undefined);
    return outcomes;
  };
  const writer = createBatchedWriter({ ...env.options, write });
  const settled = await Promise.allSettled([1, 2, 3].map((number) => writer.submit({ tenant: "a", number })));
  for (const result of settled) {
    expect(result).toMatchObject({
      status: "rejected",
      reason: { refusal: { code: "dependency_unavailable" } },
    });
  }
  expect(await env.rows()).toEqual([]);
});

test("draining writes everything that was accepted", async () => {
  await using env = await openNotes();
  const writer = createBatchedWriter({ ...env.options, maxBatch: 7 });
  const accepted = Array.from({ length: 100 }, (_, number) =>
    writer.submit({ tenant: `tenant ${number % 3}`, number: number + 100 }),
  );
  await writer.drain();
  expect(await env.rows()).toHaveLength(100);
  expect(await Promise.all(accepted)).toHaveLength(100);
});

async function openNotes() {
  const { database, drop } = await createTestDatabase();
  await database.run(
    statement(`CREATE TABLE notes (tenant text NOT NULL, number integer NOT NULL, transaction text NOT NULL,
                                   PRIMARY KEY (tenant, number))`),
  );
  const options: BatchedWriterOptions<Note, string | Refusal> = {
    name: "notes",
    database,
    partitionOf: ({ tenant }) => tenant,
    write: writeNotes,
    maxBatch: 100,
    maxWaitMs: 2,
    maxQueued: 1_000,
    maxConcurrentBatches: 2,
  };
  return { options, rows: () => readNotes(database), [Symbol.asyncDispose]: drop };
}

/** Refuses the number 13 and writes the rest in one statement. */
async function writeNotes(tx: Transaction, notes: readonly Note[]): Promise<readonly (string | Refusal)[]> {
  const tenant = notes[0]?.tenant ?? "";
  const numbers = notes.map(({ number }) => number);
  await tx.run(insertNotes, [tenant, numbers.filter((number) => number !== 13)]);
  return numbers.map((number) => (number === 13 ? refuse("unprocessable", "bad luck") : `${number} noted`));
}

const insertNotes = statement(`
  INSERT INTO notes SELECT $1, number, pg_current_xact_id()::text FROM unnest($2::integer[]) AS number`);

function readNotes(database: Database): Promise<readonly { number: number; transaction: string }[]> {
  return database.rows(
    statement<{ number: number; transaction: string }>(
      "SELECT number, transaction FROM notes ORDER BY number",
    ),
  );
}
