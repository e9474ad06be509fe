import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import {
  findBlockingIndexes,
  findBreakingChanges,
  findBreakingFunctions,
  findWrongContracts,
  lastReleased,
} from "../../test/migration-rules.ts";
import { noPreviousRelease, openPreviousRelease } from "../../test/previous-release.ts";
import { withClient } from "./client.ts";
import { readMigrations, readSchema } from "./migration-files.ts";
import type { Migration, SqlFunction } from "./migration-plan.ts";
import type { ConnectionTarget } from "./pool.ts";

test("no migration since the previous release removes or renames what that release uses", async () => {
  const migrations = await readMigrations();
  expect(findBreakingChanges(migrations)).toEqual([]);
  expect(findWrongContracts(migrations)).toEqual([]);
});

test("no migration since the previous release blocks writers of a large table while it builds an index", async () => {
  expect(findBlockingIndexes(await readMigrations())).toEqual([]);
  const create = (text: string) => findBlockingIndexes([planted(text)]);
  for (const sql of [
    "CREATE INDEX a ON transfers (id)",
    "CREATE INDEX IF NOT EXISTS a ON transfers (id)",
    "CREATE INDEX ON transfers (id)",
    "CREATE INDEX a ON ONLY transfers (id)",
  ])
    expect(create(sql), sql).toEqual([expect.stringContaining("blocks writers of transfers")]);
  expect(create("CREATE TABLE zones (id text); CREATE UNIQUE INDEX b\n  ON payments (id)")).toHaveLength(1);
  expect(create("CREATE TABLE zones (id text); CREATE INDEX c ON zones (id)")).toEqual([]);
  expect(create("CREATE INDEX CONCURRENTLY IF NOT EXISTS d ON transfers (id)")).toEqual([]);
  expect(create("CREATE INDEX CONCURRENTLY ON transfers (id)")).toEqual([]);
  expect(create("-- CREATE INDEX e ON transfers (id)")).toEqual([]);
});

const harmful: readonly (readonly [string, string])[] = [
  ["DROP TABLE leases", "removes something"],
  ["ALTER TABLE nodes DROP COLUMN host", "removes something"],
  ["ALTER TABLE nodes RENAME COLUMN host TO name", "renames something"],
  ["ALTER TABLE nodes RENAME TO processes", "renames something"],
  ["ALTER TABLE nodes ALTER COLUMN host TYPE integer", "changes a type"],
  ["ALTER TABLE nodes ALTER COLUMN build SET NOT NULL", "requires a column"],
  ["ALTER TABLE jobs ALTER COLUMN attempts DROP DEFAULT", "removes a default"],
  ["ALTER TABLE nodes ADD COLUMN zone text NOT NULL", "adds a required column"],
  ["ALTER TABLE nodes ADD COLUMN zone text NOT NULL, ADD COLUMN rack text", "adds a required column"],
  ["TRUNCATE nodes", "deletes rows"],
  ["REVOKE SELECT ON nodes FROM PUBLIC", "removes a privilege"],
];
const harmless: readonly string[] = [
  "-- DROP TABLE leases\nCREATE TABLE zones (id text NOT NULL)",
  "ALTER TABLE nodes ADD COLUMN zone text, ADD COLUMN rack text NOT NULL DEFAULT ''",
  "ALTER TABLE nodes ADD COLUMN zone text DEFAULT '' NOT NULL",
  "ALTER TABLE nodes ALTER COLUMN host DROP NOT NULL",
  "CREATE TABLE zones (id text); REVOKE UPDATE, DELETE, TRUNCATE ON zones FROM CURRENT_USER",
];

function planted(sql: string, more: Partial<Migration> = {}): Migration {
  return { version: lastReleased + 1, name: "planted", sql, checksum: "", oldestBuild: undefined, ...more };
}

test("each rule finds a migration that breaks it, unless it excludes the nodes that it would break", () => {
  for (const [sql, problem] of harmful) {
    expect(findBreakingChanges([planted(sql)]), sql).toEqual([expect.stringContaining(problem)]);
    expect(findBreakingChanges([planted(sql, { version: lastReleased })])).toEqual([]);
    expect(findBreakingChanges([planted(sql, { oldestBuild: lastReleased })])).toEqual([]);
  }
  for (const sql of harmless) expect(findBreakingChanges([planted(sql)]), sql).toEqual([]);
  expect(findWrongContracts([planted("", { oldestBuild: lastReleased + 1 })])).toHaveLength(1);
});

test("nodes of the previous release can call the functions of this one", async ({ skip }) => {
  await using previous = await openPreviousRelease();
  if (previous === undefined) return skip(noPreviousRelease);
  const { functions } = await previous.schema();
  expect(functions.length).toBeGreaterThan(5);
  expect(findBreakingFunctions(functions, await readSchema())).toEqual([]);
});

test("a function changes only its body, and with a migration", () => {
  const makeNote = (sql: string): SqlFunction => ({ name: "note", sql, checksum: sql });
  const head = "CREATE OR REPLACE FUNCTION note(a text)\n  RETURNS void LANGUAGE plpgsql AS";
  const before = [makeNote(`${head} 'one'`)];
  const problemsOf = (functions: readonly SqlFunction[], migrations = [planted("")]) =>
    findBreakingFunctions(before, { migrations, functions });
  expect(problemsOf(before, [])).toEqual([]);
  expect(problemsOf([makeNote(`-- Why.\n${head} 'two'`)])).toEqual([]);
  expect(problemsOf([makeNote(`${head} 'two'`)], [])).toEqual([
    expect.stringContaining("changed without a migration"),
  ]);
  expect(problemsOf([makeNote(`${head.replace("text", "text, b text")} 'one'`)])).toEqual([
    expect.stringContaining("other parameters"),
  ]);
  expect(problemsOf([])).toEqual([expect.stringContaining("is gone")]);
});

test("every statement of the previous release can be planned on the schema of this one", async ({ skip }) => {
  await using previous = await openPreviousRelease();
  if (previous === undefined) return skip(noPreviousRelease);
  await using testDatabase = await createTestDatabase();
  const texts = await previous.statementTexts();
  expect(texts.length).toBeGreaterThan(400);
  expect(await refused(testDatabase.target, texts)).toEqual([]);
  const { database } = testDatabase;
  await database.run({ name: "planted", text: "ALTER TABLE nodes RENAME COLUMN host TO name" });
  expect((await refused(testDatabase.target, texts)).length).toBeGreaterThan(0);
});

function refused(target: ConnectionTarget, texts: readonly string[]): Promise<readonly string[]> {
  return withClient(target, "florin test", async (client) => {
    const problems: string[] = [];
    for (const text of texts.filter((each) => !each.trimStart().startsWith("VACUUM")))
      await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`).catch((error: Error) => {
        problems.push(`${error.message}: ${text}`);
      });
    return problems;
  });
}
