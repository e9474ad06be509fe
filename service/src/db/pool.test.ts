import { expect, test } from "vitest";
import { makeDataFolder } from "../../test/data-folder.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { parseInstant } from "../kernel/instant.ts";
import { RefusalError } from "../kernel/refusal.ts";
import type { Database, Transaction } from "./database.ts";
import { violatesUniqueKey } from "./errors.ts";
import { createJoiningDatabase } from "./joining-database.ts";
import { createDatabase } from "./pool.ts";
import { statement } from "./statement.ts";
import { together } from "./together.ts";

test("amounts, counts and instants are read exactly", async () => {
  await using test = await createTestDatabase({ empty: true });
  const row = await test.database.first(
    statement(`
      SELECT 9223372036854775807::bigint AS count, 12345678901234567890123456789012345678::numeric(38,0) AS units,
             '2026-03-01 12:00:00.123+05:30'::timestamptz AS moment, 7 AS small, NULL::bigint AS nothing`),
  );
  expect(row).toEqual({
    count: 9_223_372_036_854_775_807n,
    units: 12_345_678_901_234_567_890_123_456_789_012_345_678n,
    moment: parseInstant("2026-03-01T06:30:00.123Z"),
    small: 7,
    nothing: undefined,
  });
});

test("a transaction's writes are kept when it resolves and rolled back when it throws", async () => {
  await using setting = await makeNotes();
  await setting.database.transaction((tx) => tx.run(insertNote, [1, "kept"]));
  const failing = setting.database.transaction(async (tx) => {
    await tx.run(insertNote, [2, "lost"]);
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await setting.notes()).toEqual(["kept"]);
});

test("an afterCommit effect runs only after a commit", async () => {
  await using setting = await makeNotes();
  const effects: string[] = [];
  await setting.database.transaction(async (tx) => {
    tx.afterCommit(() => effects.push("committed"));
    await tx.run(insertNote, [1, "kept"]);
    expect(effects).toEqual([]);
  });
  const failing = setting.database.transaction(async (tx) => {
    tx.afterCommit(() => effects.push("rolled back"));
    await tx.run(insertNote, [1, "twice"]);
  });
  await expect(failing).rejects.toSatisfy((error) => violatesUniqueKey(error, "notes_pkey"));
  expect(effects).toEqual(["committed"]);
});

test("work that ignores a failed statement does not count as committed", async () => {
  await using setting = await makeNotes();
  const effects: string[] = [];
  const careless = setting.database.transaction(async (tx) => {
    tx.afterCommit(() => effects.push("committed"));
    await tx.run(insertNote, [1, "lost"]);
    await tx.run(insertNote, [1, "twice"]).catch(() => undefined);
  });
  await expect(careless).rejects.toThrow("a transaction continued after one of its statements had failed");
  expect(effects).toEqual([]);
  expect(await setting.notes()).toEqual([]);
});

test("a statement that is sent later is complete when the transaction is", async () => {
  await using setting = await makeNotes();
  await setting.database.transaction(async (tx) => {
    tx.later(insertNote, [1, "kept"]);
    // Statements run in the order in which they are called.
    expect(await tx.rows(statement<{ readonly text: string }>("SELECT text FROM notes"))).toEqual([
      { text: "kept" },
    ]);
    tx.later(insertNote, [2, "kept, too"]);
  });
  expect(await setting.notes()).toEqual(["kept", "kept, too"]);
});

test("a statement that is sent later and fails, fails the transaction with its own error", async () => {
  await using setting = await makeNotes();
  const effects: string[] = [];
  const atTheEnd = setting.database.transaction(async (tx) => {
    tx.afterCommit(() => effects.push("committed"));
    tx.later(insertNote, [1, "lost"]);
    tx.later(insertNote, [1, "twice"]);
  });
  await expect(atTheEnd).rejects.toSatisfy((error) => violatesUniqueKey(error, "notes_pkey"));
  const before = setting.database.transaction(async (tx) => {
    tx.later(insertNote, [2, "lost"]);
    tx.later(insertNote, [2, "twice"]);
    await tx.run(insertNote, [3, "lost"]);
  });
  await expect(before).rejects.toSatisfy((error) => violatesUniqueKey(error, "notes_pkey"));
  expect(await setting.notes()).toEqual([]);
  expect(effects).toEqual([]);
  // Their connections are usable.
  await setting.database.transaction((tx) => tx.run(insertNote, [4, "kept"]));
  expect(await setting.notes()).toEqual(["kept"]);
});

test("of statements that are sent together, the first failure is reported", async () => {
  await using setting = await makeNotes();
  const failing = setting.database.transaction((tx) =>
    together([
      tx.run(insertNote, [1, "lost"]),
      tx.run(insertNote, [1, "twice"]).catch(async (error: unknown) => {
        await Promise.resolve();
        throw new Error("explained", { cause: error });
      }),
      tx.run(insertNote, [2, "aborted"]),
    ]),
  );
  await expect(failing).rejects.toThrow("explained");
  expect(await setting.notes()).toEqual([]);
});

test("the work runs again after a deadlock, and both transactions commit", async () => {
  await using setting = await makeNotes();
  await setting.database.run(insertNote, [1, "a"]);
  await setting.database.run(insertNote, [2, "b"]);
  let attempts = 0;
  const bothHoldOne = makeBarrier(2);
  const swap = (first: number, second: number) =>
    setting.database.transaction(async (tx) => {
      attempts += 1;
      await tx.run(touchNote, [first]);
      if (attempts <= 2) await bothHoldOne();
      await tx.run(touchNote, [second]);
    });
  await Promise.all([swap(1, 2), swap(2, 1)]);
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await setting.notes()).toEqual(["a!!", "b!!"]);
});

test("work that always fails to serialize is tried three times", async () => {
  await using setting = await makeNotes();
  let attempts = 0;
  const failing = setting.database.transaction(async (tx) => {
    attempts += 1;
    await tx.run(statement("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$"));
  });
  await expect(failing).rejects.toMatchObject({ refusal: { code: "overloaded" }, cause: { code: "40001" } });
  expect(attempts).toBe(3);
});

test("a transaction with a lock timeout fails soon on a lock that another one holds", async () => {
  await using setting = await makeNotes();
  await setting.database.run(insertNote, [1, "held"]);
  await setting.database.transaction(async (holder) => {
    await holder.run(touchNote, [1]);
    const impatient = setting.database.transaction((tx) => tx.run(touchNote, [1]), { lockTimeoutMs: 50 });
    await expect(impatient).rejects.toMatchObject({ refusal: { code: "overloaded", retryAfterSeconds: 1 } });
  });
});

test("when too many callers wait for a connection, the next one is refused at once as overloaded", async () => {
  await using setting = await makeNotes({ maxConnections: 1, maxWaiting: 2 });
  const { database } = setting;
  const waiting = await database.transaction(async () => {
    const patient = [database.first(selectOne), database.first(selectOne)];
    expect(database.load()).toEqual({ open: 1, idle: 0, waiting: 2 });
    await expectRefusal(database.first(selectOne), { code: "overloaded", retryAfterSeconds: 1 });
    return { patient };
  });
  expect(await Promise.all(waiting.patient)).toEqual([{ one: 1 }, { one: 1 }]);
});

test("a connection timeout is refused as unavailable", async () => {
  await using setting = await makeNotes({ maxConnections: 1, acquireTimeoutMs: 50 });
  await setting.database.transaction(async () => {
    await expectRefusal(setting.database.first(selectOne), { code: "dependency_unavailable" });
  });
});

test("an unreachable server is refused as unavailable", async () => {
  await using folder = await makeDataFolder();
  const database = createDatabase({
    connection: { socketFolder: folder.path, user: "florin", database: "florin" },
    maxConnections: 1,
    maxWaiting: 1,
    acquireTimeoutMs: 1_000,
    statementTimeoutMs: 1_000,
    applicationName: "florin test",
  });
  await expectRefusal(database.first(selectOne), { code: "dependency_unavailable", retryAfterSeconds: 1 });
  await expectRefusal(
    database.transaction((tx) => tx.first(selectOne)),
    { code: "dependency_unavailable" },
  );
  await database.close();
});

test("a statement that times out is refused as unavailable, and its connection stays usable", async () => {
  await using setting = await makeNotes({ maxConnections: 1, statementTimeoutMs: 50 });
  await expectRefusal(setting.database.run(statement("SELECT pg_sleep(30)")), {
    code: "dependency_unavailable",
  });
  expect(await setting.database.first(selectOne)).toEqual({ one: 1 });
  expect(setting.database.load().open).toBe(1);
});

test("a connection that is lost inside a transaction fails only that transaction, and is replaced", async () => {
  await using setting = await makeNotes({ maxConnections: 2 });
  const { database } = setting;
  const cut = database.transaction(async (tx) => {
    await tx.run(insertNote, [1, "lost"]);
    await cutConnection(database, tx);
    await tx.run(insertNote, [2, "lost too"]);
  });
  await expectRefusal(cut, { code: "dependency_unavailable" });
  await database.run(insertNote, [3, "kept"]);
  expect(await setting.notes()).toEqual(["kept"]);
});

test("a connection that is lost while idle is reported and replaced", async () => {
  const errors: Error[] = [];
  await using setting = await makeNotes({ maxConnections: 2, onIdleError: (error) => errors.push(error) });
  const { database } = setting;
  const idle = await database.transaction(backendOf);
  await database.transaction(async (tx) => {
    const current = await backendOf(tx);
    const other = await database.transaction(backendOf);
    expect(new Set([idle, current, other]).size).toBe(2);
    await tx.run(terminate, [current === idle ? other : idle]);
  });
  await eventually(() => expect(errors).toHaveLength(1));
  expect(await database.first(selectOne)).toEqual({ one: 1 });
});

const insertNote = statement("INSERT INTO notes (id, text) VALUES ($1, $2)");
const touchNote = statement("UPDATE notes SET text = text || '!' WHERE id = $1");
const selectNotes = statement<{ text: string }>("SELECT text FROM notes ORDER BY id");
const selectOne = statement("SELECT 1 AS one");
const selectBackend = statement<{ pid: number }>("SELECT pg_backend_pid() AS pid");
const terminate = statement("SELECT pg_terminate_backend($1, 5000)");

interface Notes {
  readonly database: Database;
  notes(): Promise<readonly string[]>;
  [Symbol.asyncDispose](): Promise<void>;
}

async function makeNotes(options: Parameters<typeof createTestDatabase>[0] = {}): Promise<Notes> {
  const { database, drop } = await createTestDatabase({ ...options, empty: true });
  await database.run(statement("CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)"));
  const notes = async () => (await database.rows(selectNotes)).map(({ text }) => text);
  return { database, notes, [Symbol.asyncDispose]: drop };
}

async function expectRefusal(promise: Promise<unknown>, refusal: object): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RefusalError);
  expect(error).toMatchObject({ refusal });
}

async function backendOf(tx: Transaction): Promise<number> {
  const row = await tx.first(selectBackend);
  return row?.pid ?? 0;
}

/** Terminates the connection of a transaction from another one, and waits until it is gone. */
async function cutConnection(database: Database, tx: Transaction): Promise<void> {
  await database.run(terminate, [await backendOf(tx)]);
}

/** Each caller waits until `count` callers have arrived. */
function makeBarrier(count: number): () => Promise<void> {
  let arrived = 0;
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    arrived += 1;
    if (arrived === count) open();
    return opened;
  };
}

test("a savepoint takes back what was written and planned since, also around others", async () => {
  await using setting = await makeNotes();
  const effects: string[] = [];
  await setting.database.transaction(async (tx) => {
    await tx.run(insertNote, [1, "before"]);
    const takeBack = await tx.savepoint();
    await tx.run(insertNote, [2, "outer"]);
    await tx.savepoint();
    await tx.run(insertNote, [3, "inner"]);
    tx.afterCommit(() => effects.push("inner"));
    await takeBack();
    await tx.run(insertNote, [4, "after"]);
    tx.afterCommit(() => effects.push("after"));
  });
  expect(await setting.notes()).toEqual(["before", "after"]);
  expect(effects).toEqual(["after"]);
});

test("work that joins a transaction is committed or rolled back with it, and no longer joins after its end", async () => {
  await using setting = await makeNotes();
  const joining = createJoiningDatabase(setting.database);
  const write = (id: number, text: string) => joining.transaction((tx) => tx.run(insertNote, [id, text]));
  let later = Promise.resolve(0);
  const failing = setting.database.transaction(async (tx) => {
    await joining.join(tx, async () => {
      await write(1, "joined");
      await expect(write(1, "twice")).rejects.toSatisfy((error) => violatesUniqueKey(error, "notes_pkey"));
      expect(await joining.rows(statement("SELECT 1 AS one FROM notes"))).toHaveLength(1);
      later = Promise.resolve().then(async () => {
        await failing.catch(() => {});
        return write(2, "alone");
      });
    });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await later;
  expect(await setting.notes()).toEqual(["alone"]);
});
