import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { withClient } from "../src/db/client.ts";
import type { Database } from "../src/db/database.ts";
import { type ConnectionTarget, createDatabase, type PoolOptions } from "../src/db/pool.ts";

/** A database of its own for one test or one file, migrated, owned by the service's role. */
export interface TestDatabase {
  readonly database: Database;
  readonly target: ConnectionTarget;
  /** Closes the pool and removes the database; doing it twice does no harm. */
  readonly drop: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestDatabaseOptions extends Partial<Omit<PoolOptions, "connection">> {
  /** True for a database without any schema. */
  readonly empty?: boolean;
}

const poolDefaults = {
  maxConnections: 10,
  maxWaiting: 1_000,
  acquireTimeoutMs: 10_000,
  statementTimeoutMs: 20_000,
  applicationName: "florin test",
} as const;

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { empty = false, ...poolOptions } = options;
  const { adminTarget, template } = inject("testServer");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const source = empty ? "template1" : template.database;
  await withClient(adminTarget, "florin test", async (client) => {
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${source} OWNER ${template.user}`);
  });
  const target = { ...template, database: name };
  const database = createDatabase({ ...poolDefaults, ...poolOptions, connection: target });
  let dropped: Promise<void> | undefined;
  const drop = (): Promise<void> => {
    dropped ??= database.close().then(() => dropDatabase(adminTarget, name));
    return dropped;
  };
  return { database, target, drop, [Symbol.asyncDispose]: drop };
}

async function dropDatabase(adminTarget: ConnectionTarget, name: string): Promise<void> {
  await withClient(adminTarget, "florin test", async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}
