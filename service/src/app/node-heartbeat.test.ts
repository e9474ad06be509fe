import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi } from "../../test/api.ts";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { readConfig } from "../config.ts";
import { statement } from "../db/statement.ts";
import { selectNodes } from "../jobs/index.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { createLogger } from "../startup/logging.ts";
import { createNodeHeartbeat } from "./node-heartbeat.ts";

const newId = createIdFactory(systemClock);
const config = readConfig({ LOG_LEVEL: "silent", FLORIN_ROLES: "worker" });
const logger = createLogger(config, false);

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const insert = statement(`
  INSERT INTO nodes (id, host, roles, version, build, started_at, seen_at)
  VALUES ($1, 'elsewhere', '{api}', '0.0.1', 22, now() - interval '3 days', now() - $2::interval)`);

test("a node is shown with its roles and version from its start until it stops", async () => {
  const { database } = testDatabase;
  const id = newId<"node">();
  const heartbeat = createNodeHeartbeat({ config, logger }, database, id);
  await heartbeat.start();
  try {
    await eventually(async () => {
      const [node] = await selectNodes(database);
      expect(node).toMatchObject({ id, roles: ["worker"], isGone: false });
      expect(node?.version).toMatch(/^\d+\.\d+\.\d+/);
    });
  } finally {
    await heartbeat.stop();
  }
  expect(await selectNodes(database)).toEqual([]);
});

test("a node without a heartbeat for a minute is gone, and is removed after a day", async () => {
  const { database } = testDatabase;
  const [quiet, gone, expired] = [newId(), newId(), newId()];
  await database.run(insert, [quiet, "5 seconds"]);
  await database.run(insert, [gone, "61 seconds"]);
  await database.run(insert, [expired, "25 hours"]);
  const heartbeat = createNodeHeartbeat({ config, logger }, database, newId<"node">());
  await heartbeat.start();
  try {
    await eventually(async () => {
      const seen = new Map((await selectNodes(database)).map(({ id, isGone }) => [id as string, isGone]));
      expect([seen.get(quiet), seen.get(gone), seen.has(expired)]).toEqual([false, true, false]);
    });
  } finally {
    await heartbeat.stop();
  }
});

test("a node stops even if the database is unreachable", async () => {
  const dropped = await createTestDatabase();
  const heartbeat = createNodeHeartbeat({ config, logger }, dropped.database, newId<"node">());
  await dropped.drop();
  await expect(heartbeat.start()).rejects.toThrow();
  await heartbeat.stop();
});

test("a node registers before it checks the schema, and does not start if a contract migration excludes it", async () => {
  await using migrated = await createTestDatabase();
  await migrated.database.run(
    statement(
      `INSERT INTO schema_migrations (version, name, checksum, oldest_build) VALUES (9999, 'later', '', 9999)`,
    ),
  );
  const masterKey = randomBytes(32);
  const starting = () => startTestApi({ testDatabase: migrated, masterKey });
  await expect(starting()).rejects.toThrow("the database is newer than this build");
  await migrated.database.run(statement("DROP TABLE nodes"));
  await expect(starting()).rejects.toThrow('relation "nodes" does not exist');
});
