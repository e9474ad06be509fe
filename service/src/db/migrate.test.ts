import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../test/data-folder.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { tables } from "../tables.ts";
import { withClient } from "./client.ts";
import { applyConcurrently } from "./concurrent-indexes.ts";
import type { Database } from "./database.ts";
import { type MigrationProgress, migrate, pendingMigrations } from "./migrate.ts";
import { readSchema, schemaFolder } from "./migration-files.ts";
import type { ConnectionTarget } from "./pool.ts";
import { statement } from "./statement.ts";

test("a database is migrated to what this build expects, once, by a role that only owns it", async () => {
  await using empty = await createTestDatabase({ empty: true });
  const schema = await readSchema();
  const namesIn = async (folder: string) =>
    (await readdir(join(schemaFolder, folder))).sort().map((name) => name.replace(/\.sql$/, ""));
  const functions = (await namesIn("functions")).map((name) => `functions/${name}`);
  const expected = [...(await namesIn("migrations")), ...functions];
  expect(await pendingMigrations(empty.database, schema)).toEqual(expected);
  expect(await migrate({ tables, target: empty.target })).toEqual(expected);
  expect(await pendingMigrations(empty.database, schema)).toEqual([]);
  expect(await migrate({ tables, target: empty.target })).toEqual([]);
});

test("a migrated database is left alone: readers of its journal are not waited for", async () => {
  await using migrated = await createTestDatabase();
  await withClient(migrated.target, "florin test", async (reader) => {
    await reader.query("BEGIN; SELECT version FROM schema_migrations");
    expect(await migrate({ tables, target: migrated.target })).toEqual([]);
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

const shout = (word: string, result = "text") =>
  `-- Of what a step says.\nCREATE OR REPLACE FUNCTION shout(said text) RETURNS ${result} LANGUAGE sql AS $$ SELECT said || '${word}' $$;\n`;

async function shouted(database: Database): Promise<string | undefined> {
  return (await database.first(statement<{ said: string }>("SELECT shout('a') AS said")))?.said;
}

test("functions are created after the migrations, and replaced when their file changes", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  await setting.writeFunction("shout", shout("!"));
  expect(await setting.pending()).toEqual(["0001-table", "functions/shout"]);
  expect(await setting.migrate()).toEqual(["0001-table", "functions/shout"]);
  expect([await setting.migrate(), await setting.pending()]).toEqual([[], []]);
  await setting.writeFunction("shout", shout("?"));
  await setting.writeFunction("whisper", shout("…").replace("shout", "whisper"));
  expect(await setting.pending()).toEqual(["functions/shout", "functions/whisper"]);
  const progress: MigrationProgress[] = [];
  await setting.migrate((step) => progress.push(step));
  expect(progress).toContainEqual({ step: "applied", migration: "functions/shout" });
  expect(await shouted(setting.database)).toBe("a?");
  await setting.database.run(statement("DROP FUNCTION shout"));
  expect(await setting.migrate()).toEqual(["functions/shout"]);
});

test("functions are replaced all together or not at all, and never get other parameters or results", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  await setting.writeFunction("shout", shout("!"));
  await setting.migrate();
  await setting.writeFunction("shout", shout("?"));
  await setting.writeFunction(
    "whisper",
    "CREATE OR REPLACE FUNCTION whisper() RETURNS nothing LANGUAGE sql AS $$ SELECT 1 $$",
  );
  await expect(setting.migrate()).rejects.toThrow('migration functions/whisper failed: type "nothing"');
  expect(await shouted(setting.database)).toBe("a!");
  await setting.writeFunction("whisper", shout("…").replace("shout", "whisper"));
  await setting.writeFunction("shout", shout("?", "varchar"));
  await expect(setting.migrate()).rejects.toThrow("functions/shout failed: cannot change return type");
  await setting.writeFunction("shout", shout("?").replace("said text", "said text, twice boolean"));
  await expect(setting.migrate()).rejects.toThrow(
    'functions/shout failed: function name "shout" is not unique',
  );
});

test("a build leaves the functions of a newer one as they are", async () => {
  await using setting = await makeSetting({ "0001-table.sql": "CREATE TABLE steps (step text)" });
  await setting.writeFunction("shout", shout("!"));
  await setting.migrate();
  await setting.write("0002-column.sql", "ALTER TABLE steps ADD COLUMN other text");
  await setting.writeFunction("shout", shout("?"));
  await setting.migrate();
  await setting.remove("0002-column.sql");
  await setting.writeFunction("shout", shout("!"));
  expect([await setting.pending(), await setting.migrate()]).toEqual([[], []]);
  expect(await shouted(setting.database)).toBe("a?");
});

test("a database of an earlier development version is refused with advice", async () => {
  await using setting = await makeSetting({
    "0001-accounts-and-auth.sql": "SELECT 1",
    "0132-last.sql": "SELECT 2",
  });
  await setting.migrate();
  await setting.remove("0001-accounts-and-auth.sql");
  await setting.remove("0132-last.sql");
  await setting.write("0001-db-and-jobs.sql", "SELECT 1");
  for (const use of [setting.migrate, setting.pending])
    await expect(use()).rejects.toThrow(
      "the database has migration 0001-accounts-and-auth, and this build has 0001-db-and-jobs in its place: an earlier " +
        "development version created the database, and it can't be migrated. Create a new database",
    );
});

test("a migration that excludes older nodes waits until none of them runs", async () => {
  await using setting = await makeSetting({
    "0001-nodes.sql":
      "CREATE TABLE nodes (host text, version text, seen_at timestamptz, build integer); INSERT INTO nodes VALUES ('alpha', '1.0.0', now(), 0)",
    "0002-table.sql": "CREATE TABLE steps (step text)",
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
  writeFunction(name: string, sql: string): Promise<void>;
  remove(file: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** An empty database and a folder with these migrations, without functions. */
async function makeSetting(files: Readonly<Record<string, string>>): Promise<Setting> {
  const { database, target, drop } = await createTestDatabase({ empty: true });
  const folder = await makeDataFolder();
  for (const name of ["migrations", "functions"]) await mkdir(join(folder.path, name));
  const write = (file: string, sql: string) => writeFile(join(folder.path, "migrations", file), sql);
  for (const [file, sql] of Object.entries(files)) await write(file, sql);
  return {
    database,
    target,
    migrate: (onProgress = () => {}) => migrate({ tables, target, folder: folder.path, onProgress }),
    pending: async () => pendingMigrations(database, await readSchema(folder.path)),
    write,
    writeFunction: (name, sql) => writeFile(join(folder.path, "functions", `${name}.sql`), sql),
    remove: (file) => rm(join(folder.path, "migrations", file)),
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
