import { label, type Migration, type Schema, type SqlFunction } from "../src/db/migration-plan.ts";

/** Newest migration of the previous release: its files are applied everywhere and never change. */
export const lastReleased = 22;

const rules: readonly (readonly [RegExp, string])[] = [
  [/\bDROP\s+(?:TABLE|COLUMN|VIEW|FUNCTION|TYPE|SEQUENCE|SCHEMA)\b/i, "removes something"],
  [/\bRENAME\b/i, "renames something"],
  [/\bALTER\s+COLUMN\s+\S+\s+(?:SET\s+DATA\s+)?TYPE\b/i, "changes a type"],
  [/\bALTER\s+COLUMN\s+\S+\s+SET\s+NOT\s+NULL\b/i, "requires a column that may be absent"],
  [/\bALTER\s+COLUMN\s+\S+\s+DROP\s+DEFAULT\b/i, "removes a default"],
  [
    /\bADD\s+COLUMN\b(?:(?!\bDEFAULT\b|,|;).)*\bNOT\s+NULL\b(?:(?!\bDEFAULT\b|,|;).)*(?:[,;]|$)/is,
    "adds a required column",
  ],
  [/^\s*TRUNCATE\b/i, "deletes rows"],
  [/\bREVOKE\b/i, "removes a privilege"],
];

/** Existing tables with so few rows that their writers do not notice the build of an index. */
const smallTables = ["approvals", "applications", "bank_files", "console_sessions"];
const builtIndex =
  /\bCREATE\s+(?:UNIQUE\s+)?INDEX\s+(?!CONCURRENTLY\b)(?:IF\s+NOT\s+EXISTS\s+)?(?:(?!ON\b)\w+\s+)?ON\s+(?:ONLY\s+)?(\w+)/gi;

/** An index of a table that has rows is built while writers go on: CREATE INDEX alone blocks them until it is done. */
export function findBlockingIndexes(migrations: readonly Migration[]): readonly string[] {
  const added = migrations
    .filter(({ version }) => version > lastReleased)
    .map((migration) => ({ migration, sql: migration.sql.replaceAll(/--[^\n]*/g, "") }));
  const created = added.flatMap(({ sql }) => [...sql.matchAll(createdTable)].map(([, name]) => name));
  const withoutRows = new Set([...created, ...smallTables]);
  return added.flatMap(({ migration, sql }) =>
    [...sql.matchAll(builtIndex)]
      .filter(([, table]) => !withoutRows.has(table))
      .map(([, table]) => `${label(migration)} blocks writers of ${table}: use CREATE INDEX CONCURRENTLY`),
  );
}

/** What nodes of the previous release would not survive: allowed in a contract migration, which excludes them. */
export function findBreakingChanges(migrations: readonly Migration[]): readonly string[] {
  return migrations
    .filter(({ version, oldestBuild }) => version > lastReleased && oldestBuild === undefined)
    .flatMap((migration) =>
      changesOfExisting(migration.sql).flatMap((sql) =>
        rules
          .filter(([pattern]) => pattern.test(sql))
          .map(([, problem]) => `${label(migration)} ${problem}, which nodes of the previous release use`),
      ),
    );
}

const createdTable = /\bCREATE\s+(?:UNLOGGED\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi;
const changedTable = /\b(?:ON|TABLE)\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\w+)/i;

/** The statements of a migration, except those about tables that it creates. */
function changesOfExisting(sql: string): readonly string[] {
  const text = sql.replaceAll(/--[^\n]*/g, "");
  const created = new Set([...text.matchAll(createdTable)].map(([, name]) => name));
  return text.split(";").filter((part) => !created.has(changedTable.exec(part)?.[1]));
}

/** A contract migration removes what a later build than the last one has stopped using. */
export function findWrongContracts(migrations: readonly Migration[]): readonly string[] {
  return migrations
    .filter(({ version, oldestBuild }) => oldestBuild !== undefined && oldestBuild >= version)
    .map((migration) => `${label(migration)} excludes nodes that it was released with`);
}

/**
 * Nodes of the previous release call the functions of this one: with the parameters that they know, and they leave them
 * as they are because the database has a newer migration.
 */
export function findBreakingFunctions(previous: readonly SqlFunction[], schema: Schema): readonly string[] {
  const isNewer = schema.migrations.some(({ version }) => version > lastReleased);
  const current = new Map(schema.functions.map((each) => [each.name, each]));
  return previous.flatMap(({ name, sql, checksum }) => {
    const now = current.get(name);
    if (now === undefined) return [`the function ${name} is gone: a later contract migration drops it`];
    if (now.checksum === checksum) return [];
    if (signatureOf(now.sql) !== signatureOf(sql))
      return [`the function ${name} has other parameters or results: add a function with another name`];
    return isNewer
      ? []
      : [`the function ${name} changed without a migration: add one, which may be only a comment`];
  });
}

function signatureOf(sql: string): string | undefined {
  return /\bCREATE OR REPLACE FUNCTION\b.*?(?=\bLANGUAGE\b)/s.exec(sql)?.[0].replaceAll(/\s+/g, " ");
}
