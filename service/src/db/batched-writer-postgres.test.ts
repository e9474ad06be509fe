import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { createGate } from "../../test/gate.ts";
import { isRefusal, type Refusal, refuse } from "../kernel/refusal.ts";
import { type BatchedWriterOptions, createBatchedWriter } from "./batched-writer.ts";
import type { Database, Transaction, TransactionOptions } from "./database.ts";
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

test("a batch that times out on a lock is not tried one by one: all its requests fail", async () => {
  await using env = await openNotes({ lockTimeoutMs: 50 });
  const release = await holdNote(env.database, { tenant: "a", number: 2 });
  let transactions = 0;
  const write: typeof env.options.write = (notes) => {
    transactions += 1;
    return env.options.write(notes);
  };
  const writer = createBatchedWriter({ ...env.options, write });
  const settled = await Promise.allSettled([1, 2, 3].map((number) => writer.submit({ tenant: "a", number })));
  for (const result of settled) {
    expect(result).toMatchObject({
      status: "rejected",
      reason: { refusal: { code: "overloaded", retryAfterSeconds: 1 } },
    });
  }
  expect(transactions).toBe(1);
  await release();
});

test("with time to try again, a batch that timed out on a lock is written once the lock is free", async () => {
  await using env = await openNotes({ lockTimeoutMs: 50 });
  const release = await holdNote(env.database, { tenant: "a", number: 99 });
  const sizes: number[] = [];
  const write: typeof env.options.write = (notes) => {
    sizes.push(notes.length);
    if (sizes.length === 3) void release();
    return env.options.write(notes);
  };
  const writer = createBatchedWriter({
    ...env.options,
    write,
    retryLockedForMs: 60_000,
  });
  const results = [1, 2, 99].map((number) => writer.submit({ tenant: "a", number }));
  const settled = await Promise.allSettled(results);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  // Tried together until the lock was free; then one by one, because the note of the other writer exists.
  expect(sizes.filter((size) => size === 3).length).toBeGreaterThanOrEqual(3);
  expect((await env.rows()).map(({ number }) => number)).toEqual([1, 2, 99]);
});

test("facts that keep changing delay a batch, and fail none of its requests", async () => {
  await using env = await openNotes();
  let attempts = 0;
  const write = (notes: readonly Note[]) =>
    env.database.transaction(async (tx) => {
      attempts += 1;
      await tx.watchFacts("a");
      // More often than one transaction runs.
      if (attempts <= 4) await env.database.transaction((other) => other.run(changeLimits, ["a"]));
      return writeNotes(tx, notes);
    });
  const writer = createBatchedWriter({ ...env.options, write, retryLockedForMs: 60_000 });
  const results = await Promise.all([1, 2].map((number) => writer.submit({ tenant: "a", number })));
  expect(results).toEqual(["1 noted", "2 noted"]);
  expect(attempts).toBe(5);
});

const changeLimits = statement("DELETE FROM transfer_limits WHERE tenant_id = $1", { changesFacts: 1 });

test("a tenant with 10,000 waiting requests does not starve one with a single request", async () => {
  await using env = await openNotes();
  const gate = createGate();
  const order: string[] = [];
  const write: typeof env.options.write = async (notes) => {
    await gate.opened;
    order.push(notes[0]?.tenant ?? "");
    return env.options.write(notes);
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
  const write = (notes: readonly Note[]) =>
    env.database.transaction(async (tx) => {
      const outcomes = await writeNotes(tx, notes);
      await tx.run(statement("SELECT pg_terminate_backend(pg_backend_pid())")).catch(() => undefined);
      return outcomes;
    });
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

/** Another transaction writes this note, and commits it when the returned function is called. */
async function holdNote(database: Database, note: Note): Promise<() => Promise<void>> {
  const [locked, done] = [createGate(), createGate()];
  const holder = database.transaction(async (tx) => {
    await writeNotes(tx, [note]);
    locked.open();
    await done.opened;
  });
  await locked.opened;
  return async () => {
    done.open();
    await holder;
  };
}

async function openNotes(transactionOptions: TransactionOptions = {}) {
  const { database, drop } = await createTestDatabase();
  await database.run(
    statement(`CREATE TABLE notes (tenant text NOT NULL, number integer NOT NULL, transaction text NOT NULL,
                                   PRIMARY KEY (tenant, number))`),
  );
  const options: BatchedWriterOptions<Note, string | Refusal> = {
    name: "notes",
    partitionOf: ({ tenant }) => tenant,
    write: (notes) => database.transaction((tx) => writeNotes(tx, notes), transactionOptions),
    maxBatch: 100,
    maxWaitMs: 2,
    maxQueued: 1_000,
    maxConcurrentBatches: 2,
  };
  return { database, options, rows: () => readNotes(database), [Symbol.asyncDispose]: drop };
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
