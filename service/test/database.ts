import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { withClient } from "../src/db/client.ts";
import type { Database } from "../src/db/database.ts";
import { type ConnectionTarget, createDatabase, type PoolOptions } from "../src/db/pool.ts";
import { patientPool } from "./calm-limits.ts";
import { type CitusServer, copyCitusTemplate, dropCitusDatabase, urlAs } from "./citus.ts";

/**
 * A separate database for one test or one file, migrated, owned by the service's role. With CITUS_DATABASE_URL it is
 * distributed over the nodes of that cluster; an empty one never is.
 */
export interface TestDatabase {
  readonly database: Database;
  readonly target: ConnectionTarget;
  /** As a superuser, without privilege checks. */
  readonly superuserTarget: ConnectionTarget;
  /** Ends all connections and allows no new one until the returned function is called. */
  cutOff(): Promise<() => Promise<void>>;
  /** Closes the pool and drops the database; idempotent. */
  readonly drop: () => Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface TestDatabaseOptions extends Partial<Omit<PoolOptions, "connection">> {
  /** True for a database without any schema. */
  readonly empty?: boolean;
  /** True for a database that is not distributed, whatever CITUS_DATABASE_URL is. */
  readonly isPlain?: boolean;
}

const poolDefaults = {
  maxConnections: 10,
  maxWaiting: 1_000,
  ...patientPool,
  applicationName: "florin test",
} as const;

export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { empty = false, isPlain = empty, ...poolOptions } = options;
  const name = `test_${randomBytes(8).toString("hex")}`;
  const { citus } = inject("testServer");
  const place =
    citus === undefined || isPlain ? await createLocally(name, empty) : await createOnCitus(citus, name);
  const database = createDatabase({ ...poolDefaults, ...poolOptions, connection: place.target });
  let dropped: Promise<void> | undefined;
  const drop = (): Promise<void> => {
    dropped ??= database.close().then(() => place.drop());
    return dropped;
  };
  const cutOff = (): Promise<() => Promise<void>> => cutOffDatabase(place.adminTarget, name);
  const { target, superuserTarget } = place;
  return { database, target, superuserTarget, cutOff, drop, [Symbol.asyncDispose]: drop };
}

/** PostgreSQL URL for a Unix socket: a user, no host, and the folder as a parameter. */
export function urlOf(target: ConnectionTarget): string {
  if ("url" in target) return target.url;
  return `postgresql://${target.user}@/${target.database}?host=${encodeURIComponent(target.socketFolder)}`;
}

interface Place {
  readonly adminTarget: ConnectionTarget;
  readonly target: ConnectionTarget;
  readonly superuserTarget: ConnectionTarget;
  drop(): Promise<void>;
}

async function createLocally(name: string, isEmpty: boolean): Promise<Place> {
  const { adminTarget, template } = inject("testServer");
  const source = isEmpty ? "template1" : template.database;
  await withClient(adminTarget, "florin test", async (client) => {
    // Copying files is faster than logging every page, as nothing is fsynced.
    await client.query(
      `CREATE DATABASE ${name} TEMPLATE ${source} OWNER ${template.user} STRATEGY FILE_COPY`,
    );
  });
  const target = { ...template, database: name };
  const superuserTarget = { ...adminTarget, database: name };
  return { adminTarget, target, superuserTarget, drop: () => dropDatabase(adminTarget, name) };
}

async function createOnCitus(citus: CitusServer, name: string): Promise<Place> {
  await copyCitusTemplate(citus, name);
  const [coordinator = ""] = citus.nodes;
  return {
    adminTarget: { url: `${coordinator}postgres` },
    target: { url: urlAs(coordinator, citus.user, name) },
    superuserTarget: { url: `${coordinator}${name}` },
    drop: () => dropCitusDatabase(citus, name),
  };
}

/** An empty database with an owner, and a role for the service that owns nothing. */
export async function openTwoRoles() {
  const { target: owner, drop } = await createTestDatabase({ empty: true });
  if ("url" in owner) throw new Error("the test server is reached by its socket");
  const { adminTarget } = inject("testServer");
  const role = `service_${randomBytes(6).toString("hex")}`;
  const service = { ...owner, user: role };
  const run = (target: ConnectionTarget, sql: string): Promise<readonly Record<string, unknown>[]> =>
    withClient(target, "florin test", async (client) => (await client.query(sql)).rows);
  await run(adminTarget, `CREATE ROLE ${role} LOGIN`);
  return {
    owner,
    service,
    role,
    asOwner: (sql: string) => run(owner, sql),
    asService: (sql: string) => run(service, sql),
    [Symbol.asyncDispose]: async () => {
      await drop();
      await run(adminTarget, `DROP ROLE ${role}`);
    },
  };
}

async function cutOffDatabase(adminTarget: ConnectionTarget, name: string): Promise<() => Promise<void>> {
  const allow = (isAllowed: boolean): Promise<void> =>
    withClient(adminTarget, "florin test", async (client) => {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${isAllowed}`);
      if (!isAllowed)
        await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
          name,
        ]);
    });
  await allow(false);
  return () => allow(true);
}

async function dropDatabase(adminTarget: ConnectionTarget, name: string): Promise<void> {
  await withClient(adminTarget, "florin test", async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}
