import { label, type Migration } from "../src/db/migration-plan.ts";

/** Newest migration of the previous release: its files are applied everywhere and never change. */
export const lastReleased = 48;

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
