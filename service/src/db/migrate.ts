import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { distribute, type Places } from "./citus/distribute.ts";
import { readEngine, shardByShard } from "./citus/engine.ts";
import { withClient } from "./client.ts";
import { applyConcurrently, inTransaction, isConcurrent } from "./concurrent-indexes.ts";
import type { Session } from "./database.ts";
import { grantToService } from "./grants.ts";
import { commandsOf, readSchema } from "./migration-files.ts";
import {
  type AppliedFunction,
  type AppliedMigration,
  label,
  type Migration,
  MigrationError,
  planFunctions,
  planMigrations,
  type Schema,
  type SqlFunction,
} from "./migration-plan.ts";
import type { ConnectionTarget } from "./pool.ts";
import { statement } from "./statement.ts";
import { schemaMigrations } from "./tables.ts";

export interface MigrateOptions {
  /** As the owner of the tables. */
  readonly target: ConnectionTarget;
  /** Where a distributed database has them. */
  readonly tables: Places;
  /** The service's role, if it is not the owner; it gets its privileges. */
  readonly serviceRole?: string | undefined;
  /** Folder with `migrations/` and `functions/`; defaults to those of this build. */
  readonly folder?: string;
  readonly onProgress?: (progress: MigrationProgress) => void;
}

interface JournalRow extends Omit<AppliedMigration, "oldestBuild"> {
  readonly oldest_build: number;
}

function appliedOf({ oldest_build: oldestBuild, ...row }: JournalRow): AppliedMigration {
  return { ...row, oldestBuild };
}

export type MigrationProgress =
  | { readonly step: "waiting" }
  | { readonly step: "applying"; readonly migration: string }
  | { readonly step: "applied"; readonly migration: string };

const oldestServer = 15;
// Any number that no other advisory lock in the database uses.
const migrationLock = "7306096912738501";
const lockWaitMs = 10 * 60_000;
const lockPollMs = 200;
// A migration that waits for a table lock blocks all later statements on that table, so it fails soon and is retried.
const tableLockWaitMs = 30_000;

/**
 * Applies the pending migrations, then replaces the functions that changed, and returns the names of both: one transaction
 * per migration, except indexes of large tables, and one for all functions. Two nodes may call it at once: the second
 * waits for the first and then has nothing to do.
 */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const schema = await readSchema(options.folder);
  const report = options.onProgress ?? (() => {});
  return withClient(options.target, "florin migrate", async (client) => {
    await refuseOldServer(client);
    await takeMigrationLock(client, report);
    await createMigrationJournal(client);
    const applied = await client.query<JournalRow>(selectJournal.text);
    const pending = planMigrations(schema.migrations, applied.rows.map(appliedOf));
    const engine = await readEngine(client);
    const places = engine.kind === "citus" && engine.isDistributed ? options.tables : undefined;
    for (const migration of pending) {
      await refuseOldNodes(client, migration);
      report({ step: "applying", migration: label(migration) });
      const isOnline = applied.rows.length > 0 && isConcurrent(migration);
      await (isOnline ? applyOnline(client, migration) : apply(client, migration, places));
      report({ step: "applied", migration: label(migration) });
    }
    const current = await client.query<AppliedFunction>(selectFunctions.text);
    const functions = planFunctions(schema, { migrations: applied.rows, functions: current.rows });
    if (functions.length > 0) {
      for (const each of functions) report({ step: "applying", migration: functionLabel(each) });
      await replaceFunctions(client, functions, places);
      for (const each of functions) report({ step: "applied", migration: functionLabel(each) });
    }
    if (options.serviceRole !== undefined) await grantToService(client, options.serviceRole);
    return [...pending.map(label), ...functions.map(functionLabel)];
  });
}

/** The role that a connection acts as. */
export async function roleAt(target: ConnectionTarget): Promise<string> {
  return withClient(target, "florin migrate", async (client) => {
    const { rows } = await client.query<{ role: string }>("SELECT current_user::text AS role");
    return rows[0]?.role ?? "";
  });
}

/**
 * Names of the migrations and functions that this database lacks; none means that the schema is what this build expects.
 * Throws a MigrationError when the database has a history that this build does not know.
 */
export async function pendingMigrations(session: Session, schema: Schema): Promise<readonly string[]> {
  const journal = await session.first(journalExists);
  const migrations = journal?.present === true ? await session.rows(selectJournal) : [];
  const functions = await session.rows(selectFunctions);
  return [
    ...planMigrations(schema.migrations, migrations).map(label),
    ...planFunctions(schema, { migrations, functions }).map(functionLabel),
  ];
}

/** What `migrate` would apply to an empty database. */
export function allMigrations({ migrations, functions }: Schema): readonly string[] {
  return [...migrations.map(label), ...functions.map(functionLabel)];
}

function functionLabel({ name }: Pick<SqlFunction, "name">): string {
  return `functions/${name.replaceAll("_", "-")}`;
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const result = await client.query<{ major: number; version: string }>(selectServerVersion);
  const { major = 0, version = "unknown" } = result.rows[0] ?? {};
  if (major < oldestServer) {
    throw new MigrationError(`PostgreSQL ${oldestServer} or newer is required; this server is ${version}`);
  }
}

/** Only one process changes the schema. A session lock: it ends with the connection. */
export async function takeMigrationLock(
  client: pg.Client,
  report: (progress: MigrationProgress) => void,
): Promise<void> {
  await client.query("SET statement_timeout = 0");
  for (let waitedMs = 0; waitedMs < lockWaitMs; waitedMs += lockPollMs) {
    const attempt = await client.query<{ taken: boolean }>(tryLock);
    if (attempt.rows[0]?.taken === true) return;
    if (waitedMs === 0) report({ step: "waiting" });
    // A statement that waits for the lock would be an open transaction, for which a concurrent build of an index waits.
    await wait(lockPollMs);
  }
  throw new MigrationError("another node has been migrating this database for too long");
}

const tryLock = `SELECT pg_try_advisory_lock(${migrationLock}) AS taken`;

/** A contract migration would break nodes that still use what it removes. */
async function refuseOldNodes(client: pg.Client, migration: Migration): Promise<void> {
  const { oldestBuild } = migration;
  if (oldestBuild === undefined) return;
  const nodes = await client.query<{ readonly present: boolean }>(nodesExist);
  if (nodes.rows[0]?.present !== true) return;
  const running = await client.query<{ readonly node: string }>(selectOldNodes, [oldestBuild]);
  if (running.rows.length === 0) return;
  throw new MigrationError(
    `migration ${label(migration)} removes what older nodes use: upgrade or stop ` +
      `${running.rows.map(({ node }) => node).join(", ")}, then migrate again`,
  );
}

/** Only if it is missing: even a change to nothing would lock the journal, and wait for its readers. */
export async function createMigrationJournal(client: pg.Client): Promise<void> {
  const journal = await client.query<{ readonly present: boolean }>(journalExists.text);
  if (journal.rows[0]?.present === true) return;
  await client.query(`SET lock_timeout = ${tableLockWaitMs}; ${createJournal}`);
}

async function apply(client: pg.Client, migration: Migration, places: Places | undefined): Promise<void> {
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${tableLockWaitMs}; ${shardByShard}`);
    await applyMigration(
      client,
      migration,
      places === undefined ? [migration.sql] : commandsOf(migration.sql),
    );
    if (places !== undefined) await distribute(client, places);
    await client.query("COMMIT");
  } catch (cause) {
    // This error closes the connection, which rolls the transaction back.
    throw failed(label(migration), cause);
  }
}

/** All or none. Nodes of the previous release call the new definitions. */
async function replaceFunctions(
  client: pg.Client,
  functions: readonly SqlFunction[],
  places: Places | undefined,
): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${tableLockWaitMs}; ${shardByShard}`);
  await createFunctions(client, functions);
  // New ones are called where the tenant's rows are.
  if (places !== undefined) await distribute(client, places);
  await client.query("COMMIT");
}

/** Within the caller's transaction. The comment on each is the checksum of its file. */
export async function createFunctions(client: pg.Client, functions: readonly SqlFunction[]): Promise<void> {
  for (const each of functions) {
    try {
      await client.query(each.sql);
      await client.query(`COMMENT ON FUNCTION ${pg.escapeIdentifier(each.name)} IS '${each.checksum}'`);
    } catch (cause) {
      throw failed(functionLabel(each), cause);
    }
  }
}

async function applyOnline(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await applyConcurrently(client, migration);
    await insertIntoJournal(client, migration);
  } catch (cause) {
    throw failed(label(migration), cause);
  }
}

function failed(name: string, cause: unknown): MigrationError {
  return new MigrationError(`migration ${name} failed: ${reason(cause)}`, { cause });
}

/** Within the caller's transaction. */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  commands: readonly string[] = [migration.sql],
): Promise<void> {
  const before = await transactionId(client);
  for (const command of commands) await client.query(inTransaction(command));
  if ((await transactionId(client)) !== before) throw new Error("it ends its own transaction");
  await insertIntoJournal(client, migration);
}

async function insertIntoJournal(
  client: pg.Client,
  { version, name, checksum, oldestBuild = 0 }: Migration,
): Promise<void> {
  await client.query(insertJournal, [version, name, checksum, oldestBuild]);
}

async function transactionId(client: pg.Client): Promise<string | undefined> {
  const result = await client.query<{ id: string }>("SELECT pg_current_xact_id()::text AS id");
  return result.rows[0]?.id;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof pg.DatabaseError && error.position !== undefined
    ? `${error.message} (at character ${error.position})`
    : error.message;
}

const selectServerVersion = `
  SELECT current_setting('server_version_num')::integer / 10000 AS major, current_setting('server_version') AS version`;

const createJournal = `
  CREATE TABLE schema_migrations (
    version integer PRIMARY KEY,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now(),
    oldest_build integer NOT NULL DEFAULT 0
  );
  COMMENT ON TABLE schema_migrations IS 'platform: applied migrations'`;

const journalExists = statement<{ present: boolean }>(
  `SELECT to_regclass('schema_migrations') IS NOT NULL AS present`,
);

/** The journal, as a backup records it. */
export const appliedMigrations = schemaMigrations.view("version, name, checksum");

const selectJournal = statement<AppliedMigration>(`
  SELECT version, name, checksum, oldest_build FROM schema_migrations ORDER BY version`);

const selectFunctions = statement<AppliedFunction>(`
  SELECT proname::text AS name, obj_description(oid, 'pg_proc') AS checksum
    FROM pg_proc WHERE pronamespace = current_schema()::regnamespace ORDER BY proname`);

const insertJournal = `
  INSERT INTO schema_migrations (version, name, checksum, oldest_build) VALUES ($1, $2, $3, $4)`;

const nodesExist = `SELECT to_regclass('nodes') IS NOT NULL AS present`;

// Without a heartbeat for a minute, a node is gone.
const selectOldNodes = `
  SELECT host || ' (' || version || ')' AS node FROM nodes
   WHERE seen_at > clock_timestamp() - interval '1 minute' AND build < $1
   ORDER BY host`;
