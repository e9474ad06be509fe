import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DataFolder, makeDataFolder } from "../../../test/data-folder.ts";
import { startEmbeddedProcess } from "../../../test/embedded-process.ts";
import { copySeed, makeSeed, openServer, postmasterPid, query } from "../../../test/embedded-server.ts";
import { eventually } from "../../../test/eventually.ts";
import { RefusalError } from "../../kernel/refusal.ts";
import type { Database } from "../database.ts";
import { type ConnectionTarget, createDatabase } from "../pool.ts";
import { statement } from "../statement.ts";

const writerCount = 8;

let seed: DataFolder;
beforeAll(async () => {
  seed = await makeSeed();
});
afterAll(() => seed[Symbol.asyncDispose]());

test("killing the server loses no acknowledged transaction, and the writers continue", async () => {
  await using folder = await copySeed(seed);
  await using server = await openServer(folder.path);
  await query(
    server.target,
    "CREATE TABLE written (writer integer, number integer, PRIMARY KEY (writer, number))",
  );
  const writers = startWriters(server.target);
  try {
    for (let kills = 1; kills <= 3; kills += 1) {
      await writers.write(200);
      process.kill(await postmasterPid(folder.path), "SIGKILL");
      await eventually(() => expect(server.events).toHaveLength(2 * kills));
    }
    await writers.write(200);
  } finally {
    await writers.stop();
  }
  const stored = await query<{ writer: number; number: number }>(server.target, "SELECT * FROM written");
  const storedKeys = new Set(stored.map(({ writer, number }) => `${writer}:${number}`));
  expect(writers.acknowledged.filter((key) => !storedKeys.has(key))).toEqual([]);
  expect(server.events).toEqual(Array.from({ length: 3 }, () => ["server_lost", "server_back"]).flat());
});

test("a server that outlived its killed process is reused", async () => {
  await using folder = await copySeed(seed);
  const child = startEmbeddedProcess(folder.path);
  await child.outcome;
  const pid = await postmasterPid(folder.path);
  await child.kill();
  await using server = await openServer(folder.path);
  expect(await postmasterPid(folder.path)).toBe(pid);
  expect(server.progress).toEqual(["PostgreSQL is already running; using it"]);
  expect(await query(server.target, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a reused server is restarted, too, when it is killed", async () => {
  await using folder = await copySeed(seed);
  const child = startEmbeddedProcess(folder.path);
  await child.outcome;
  await child.kill();
  await using server = await openServer(folder.path);
  process.kill(await postmasterPid(folder.path), "SIGKILL");
  await eventually(() => expect(server.events).toEqual(["server_lost", "server_back"]));
  expect(await query(server.target, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a folder whose two processes were killed at once starts again", async () => {
  await using folder = await copySeed(seed);
  const child = startEmbeddedProcess(folder.path);
  await child.outcome;
  process.kill(await postmasterPid(folder.path), "SIGKILL");
  await child.kill();
  await using server = await openServer(folder.path);
  expect(await query(server.target, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

test("a folder whose process was killed during creation starts", async () => {
  await using folder = await makeDataFolder();
  const child = startEmbeddedProcess(folder.path, { stopsAt: "creating the database" });
  await eventually(async () => expect(await readdir(folder.path)).toHaveLength(1));
  await child.kill();
  expect(await readdir(folder.path)).toEqual([`postgres.new-${child.pid}`]);
  await using server = await openServer(folder.path);
  expect(await query(server.target, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
});

interface Writers {
  /** `writer:number` of every row whose commit was acknowledged. */
  readonly acknowledged: readonly string[];
  /** Resolves when that many more rows have been acknowledged. */
  write(count: number): Promise<void>;
  stop(): Promise<void>;
}

function startWriters(target: ConnectionTarget): Writers {
  const database = createDatabase({
    connection: target,
    maxConnections: writerCount,
    maxWaiting: writerCount,
    acquireTimeoutMs: 1_000,
    statementTimeoutMs: 5_000,
    applicationName: "florin test",
  });
  const stopping = new AbortController();
  const acknowledged: string[] = [];
  const working = Promise.all(
    Array.from({ length: writerCount }, (_, writer) =>
      writeNumbers(database, { writer, acknowledged, stopping: stopping.signal }),
    ),
  );
  return {
    acknowledged,
    write: async (count) => {
      const goal = acknowledged.length + count;
      await eventually(() => expect(acknowledged.length).toBeGreaterThanOrEqual(goal));
    },
    stop: async () => {
      stopping.abort();
      await working;
      await database.close();
    },
  };
}

// A commit whose response was lost may have succeeded, so the same number is written until it is acknowledged.
const insertNumber = statement("INSERT INTO written (writer, number) VALUES ($1, $2) ON CONFLICT DO NOTHING");
const retryMs = 20;

async function writeNumbers(
  database: Database,
  options: { readonly writer: number; readonly acknowledged: string[]; readonly stopping: AbortSignal },
): Promise<void> {
  const { writer, acknowledged, stopping } = options;
  for (let number = 0; !stopping.aborted; ) {
    try {
      await database.transaction((tx) => tx.run(insertNumber, [writer, number]));
      acknowledged.push(`${writer}:${number}`);
      number += 1;
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      await sleep(retryMs);
    }
  }
}
