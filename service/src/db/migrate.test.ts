import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../test/data-folder.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { withClient } from "./client.ts";
import { applyConcurrently } from "./concurrent-indexes.ts";
import type { Database } from "./database.ts";
import { type MigrationProgress, migrate, pendingMigrations } from "./migrate.ts";
import { migrationsFolder, readMigrations } from "./migration-files.ts";
import type { ConnectionTarget } from "./pool.ts";
import { statement } from "./statement.ts";

test("a database is migrated to what this build expects, once, by a role that only owns it", async () => {
  await using empty = await createTestDatabase({ empty: true });
  const migrations = await readMigrations();
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql")).sort();
  const expected = names.map((name) => name.replace(/\.sql$/, ""));
  expect(await pendingMigrations(empty.database, migrations)).toEqual(expected);
  expect(await migrate({ target: empty.target })).toEqual(expected);
  expect(await pendingMigrations(empty.database, migrations)).toEqual([]);
  expect(await migrate({ target: empty.target })).toEqual([]);
});

test("a migrated database is left alone: readers of its journal are not waited for", async () => {
  await using migrated = await createTestDatabase();
  await withClient(migrated.target, "florin test", async (reader) => {
    await reader.query("BEGIN; SELECT version FROM schema_migrations");
    expect(await migrate({ target: migrated.target })).toEqual([]);
  });
});

test("migrations run in numerical order, with or without gaps, and report progress", async () => {
  await using setting = await makeSetting({
    "0010-third.sql": "INSERT INTO steps VALUES ('third')",
    "0002-first.sql": "CREATE TABLE steps (step text)",
    "0007-second.sql": "INSERT INTO steps VALUES ('second')",
  });
  const progress: MigrationProgress[] = [];
  await setting.migrate((step) => progress.push(step));
  expect(
    progress.map((step) => ("migration" in step ? `${step.step} ${step.migration}` : step.step)),
  ).toEqual([
    "applying 0002-first",
    "applied 0002-first",
    "applying 0007-second",
    "applied 0007-second",
    "applying 0010-third",
    "applied 0010-third",
  ]);
  expect(await steps(setting.database)).toEqual(["second", "third"]);
});

test("a migration that fails leaves nothing behind, and earlier ones stay applied", async () => {
  await using setting = await makeSetting({
    "0001-table.sql": "CREATE TABLE steps (step text)",
    "0002-broken.sql": "INSERT INTO steps VALUES ('half'); SELECT 1/0",
  });
  await expect(setting.migrate()).rejects.toThrow("migration 0002-broken failed: division by zero");
  expect(await steps(setting.database)).toEqual([]);
  await setting.write("0002-broken.sql", "INSERT INTO steps VALUES ('whole')");
  expect(await setting.migrate()).toEqual(["0002-broken"]);
  expect(await steps(setting.database)).toEqual(["whole"]);
});

test("a migration cannot end its transaction", async () => {
  await using setting = await makeSetting({
    "0001-commits.sql": "CREATE TABLE steps (step text); COMMIT; BEGIN;",
  });
  await expect(setting.migrate()).rejects.toThrow("0001-commits failed: it ends its own transaction");
});

test("a migration that was changed after it was applied is refused", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  await setting.migrate();
  await setting.write("0001-table.sql", "CREATE TABLE steps (step text, other text)");
  await expect(setting.migrate()).rejects.toThrow("0001-table was changed after it was applied");
  await expect(setting.pending()).rejects.toThrow("0001-table was changed after it was applied");
});

test("an applied migration whose file is missing is refused", async () => {
  await using setting = await makeSetting({ "0001-one.sql": "SELECT 1", "0002-two.sql": "SELECT 2" });
  await setting.migrate();
  await setting.remove("0001-one.sql");
  await expect(setting.migrate()).rejects.toThrow("0001-one was applied, but this build has no file for it");
});

test("a newer database is accepted, unless a migration excludes this build", async () => {
  await using setting = await makeSetting({ "0001-one.sql": "SELECT 1", "0003-three.sql": "SELECT 3" });
  await setting.migrate();
  await setting.remove("0003-three.sql");
  expect(await setting.migrate()).toEqual([]);
  expect(await setting.pending()).toEqual([]);
  await setting.write("0003-three.sql", "SELECT 3");
  await setting.write("0004-four.sql", "-- contract: nodes from 0003 on\nSELECT 4");
  await setting.migrate();
  await setting.remove("0004-four.sql");
  expect(await setting.pending()).toEqual([]);
  await setting.remove("0003-three.sql");
  const message =
    "the database is newer than this build: since migration 0004-four it requires builds from 0003 on, " +
    "this build ends at 0001";
  await expect(setting.migrate()).rejects.toThrow(message);
  await expect(setting.pending()).rejects.toThrow(message);
});

test("a migration that excludes older nodes waits until none of them runs", async () => {
  await using setting = await makeSetting({
    "0001-nodes.sql":
      "CREATE TABLE nodes (host text, version text, seen_at timestamptz); INSERT INTO nodes VALUES ('alpha', '1.0.0', now())",
    "0002-build.sql": "ALTER TABLE nodes ADD COLUMN build integer; CREATE TABLE steps (step text)",
    "0003-contract.sql": "-- contract: nodes from 0002 on\nALTER TABLE nodes DROP COLUMN host",
  });
  const refusal = "0003-contract removes what older nodes use: upgrade or stop alpha (1.0.0)";
  await expect(setting.migrate()).rejects.toThrow(refusal);
  expect(await steps(setting.database)).toEqual([]);
  await setting.database.run(statement("UPDATE nodes SET build = 1"));
  await expect(setting.migrate()).rejects.toThrow(refusal);
  // A node without a heartbeat for a minute is gone.
  await setting.database.run(statement("UPDATE nodes SET seen_at = now() - interval '61 seconds'"));
  await setting.database.run(statement("INSERT INTO nodes VALUES ('beta', '2.0.0', now(), 2)"));
  expect(await setting.migrate()).toEqual(["0003-contract"]);
});

test("a migration with a lower number than an applied one is refused", async () => {
  await using setting = await makeSetting({ "0001-one.sql": "SELECT 1", "0003-three.sql": "SELECT 3" });
  await setting.migrate();
  await setting.write("0002-late.sql", "SELECT 2");
  await expect(setting.migrate()).rejects.toThrow(
    "0002-late has a lower number than 0003, which is already applied",
  );
});

test("nodes that migrate at once apply each migration once, and all succeed", async () => {
  await using setting = await makeSetting({
    "0001-table.sql": "CREATE TABLE steps (step text)",
    "0002-row.sql": "INSERT INTO steps VALUES ('once')",
  });
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => setting.migrate()));
  expect(outcomes.flat().sort()).toEqual(["0001-table", "0002-row"]);
  expect(await steps(setting.database)).toEqual(["once"]);
});

test("a node that must wait for another one reports it", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  const applying = makeSignal();
  const waiting = makeSignal();
  const outcomes = await withClient(setting.target, "florin test", async (holder) => {
    // The first node's migration blocks on a table of the same name that is not yet committed.
    await holder.query("BEGIN");
    await holder.query("CREATE TABLE steps (step text)");
    const first = setting.migrate(({ step }) => step === "applying" && applying.send());
    await applying.received;
    const second = setting.migrate(({ step }) => step === "waiting" && waiting.send());
    await waiting.received;
    await holder.query("ROLLBACK");
    return Promise.all([first, second]);
  });
  expect(outcomes).toEqual([["0001-table"], []]);
});

const isValid = statement<{ readonly isValid: boolean }>(`
  SELECT indisvalid AS is_valid FROM pg_index WHERE indexrelid = to_regclass('steps_by_step')`);
const buildWaits = statement<{ readonly buildWaits: boolean }>(`
  SELECT EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND wait_event_type = 'Lock' AND query LIKE '%CREATE INDEX%') AS build_waits`);
const online = "CREATE INDEX CONCURRENTLY IF NOT EXISTS steps_by_step ON steps (step)";

test("an index is built while writers go on, and a node that waits for its turn does not stop it", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  await setting.migrate();
  await setting.write("0002-online.sql", `-- Not in a transaction.\n${online};\n`);
  const applying = makeSignal();
  const waiting = makeSignal();
  const outcomes = await withClient(setting.target, "florin test", async (writer) => {
    await writer.query("BEGIN; INSERT INTO steps VALUES ('open')");
    const first = setting.migrate(({ step }) => step === "applying" && applying.send());
    await applying.received;
    const second = setting.migrate(({ step }) => step === "waiting" && waiting.send());
    await waiting.received;
    await eventually(async () =>
      expect(await setting.database.first(buildWaits)).toEqual({ buildWaits: true }),
    );
    // The build waits for the first writer, and no writer for the build.
    await setting.database.run(statement("INSERT INTO steps VALUES ('meanwhile')"));
    await writer.query("COMMIT");
    return Promise.all([first, second]);
  });
  expect(outcomes).toEqual([["0002-online"], []]);
  expect(await setting.database.first(isValid)).toEqual({ isValid: true });
});

test("an index whose build was interrupted is built again", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  await setting.migrate();
  await setting.database.run(statement("INSERT INTO steps VALUES ('twice'), ('twice')"));
  await setting.write("0002-online.sql", online.replace("INDEX", "UNIQUE INDEX"));
  await expect(setting.migrate()).rejects.toThrow("0002-online failed: could not create unique index");
  expect(await setting.database.first(isValid)).toEqual({ isValid: false });
  await setting.write("0002-online.sql", online);
  expect(await setting.migrate()).toEqual(["0002-online"]);
  expect(await setting.database.first(isValid)).toEqual({ isValid: true });
});

test("an index that waits too long for an open transaction, as that of a backup, says so", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  await setting.migrate();
  const build = (waitMs?: number) =>
    withClient(setting.target, "florin test", (client) => applyConcurrently(client, { sql: online }, waitMs));
  await withClient(setting.target, "florin test", async (backup) => {
    await backup.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM steps");
    await expect(build(50)).rejects.toThrow("such as that of a running backup");
  });
  await build();
  expect(await setting.database.first(isValid)).toEqual({ isValid: true });
});

test("a migration outside of a transaction only builds and removes indexes", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  await setting.migrate();
  await setting.write("0002-online.sql", `${online}; INSERT INTO steps VALUES ('half')`);
  await expect(setting.migrate()).rejects.toThrow("it may only build and remove indexes");
  expect(await steps(setting.database)).toEqual([]);
  await setting.write("0002-online.sql", `${online}; DROP INDEX CONCURRENTLY IF EXISTS steps_by_step`);
  expect(await setting.migrate()).toEqual(["0002-online"]);
  expect(await setting.database.first(isValid)).toBeUndefined();
});

test("a file with a duplicate number or an invalid name is refused", async () => {
  await using twice = await makeSetting({ "0001-one.sql": "SELECT 1", "0001-uno.sql": "SELECT 1" });
  await expect(twice.migrate()).rejects.toThrow("two migrations have the number 1: one, uno");
  await using nameless = await makeSetting({ "1.sql": "SELECT 1" });
  await expect(nameless.migrate()).rejects.toThrow("1.sql must be named like 0001-what-it-does.sql");
});

test("a build without its migrations refuses to run", async () => {
  await using setting = await makeSetting({});
  await expect(setting.migrate()).rejects.toThrow("there are no migrations in");
});

interface Setting {
  readonly database: Database;
  readonly target: ConnectionTarget;
  migrate(onProgress?: (progress: MigrationProgress) => void): Promise<readonly string[]>;
  pending(): Promise<readonly string[]>;
  write(file: string, sql: string): Promise<void>;
  remove(file: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** An empty database and a folder with these migrations. */
async function makeSetting(files: Readonly<Record<string, string>>): Promise<Setting> {
  const { database, target, drop } = await createTestDatabase({ empty: true });
  const folder = await makeDataFolder();
  const write = (file: string, sql: string) => writeFile(join(folder.path, file), sql);
  for (const [file, sql] of Object.entries(files)) await write(file, sql);
  return {
    database,
    target,
    migrate: (onProgress = () => {}) => migrate({ target, folder: folder.path, onProgress }),
    pending: async () => pendingMigrations(database, await readMigrations(folder.path)),
    write,
    remove: (file) => rm(join(folder.path, file)),
    [Symbol.asyncDispose]: async () => {
      await drop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function steps(database: Database): Promise<readonly string[]> {
  const rows = await database.rows(statement<{ step: string }>("SELECT step FROM steps ORDER BY step"));
  return rows.map(({ step }) => step);
}

function makeSignal(): { readonly received: Promise<void>; readonly send: () => void } {
  let send = (): void => {};
  const received = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { received, send };
}
