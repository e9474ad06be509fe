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
  [/\bTRUNCATE\b/i, "deletes rows"],
  [/\bREVOKE\b/i, "removes a privilege"],
];

/** What nodes of the previous release would not survive: allowed in a contract migration, which excludes them. */
export function findBreakingChanges(migrations: readonly Migration[]): readonly string[] {
  return migrations
    .filter(({ version, oldestBuild }) => version > lastReleased && oldestBuild === undefined)
    .flatMap((migration) => {
      const sql = migration.sql.replaceAll(/--[^\n]*/g, "");
      return rules
        .filter(([pattern]) => pattern.test(sql))
        .map(([, problem]) => `${label(migration)} ${problem}, which nodes of the previous release use`);
    });
}

/** A contract migration removes what a later build than the last one has stopped using. */
export function findWrongContracts(migrations: readonly Migration[]): readonly string[] {
  return migrations
    .filter(({ version, oldestBuild }) => oldestBuild !== undefined && oldestBuild >= version)
    .map((migration) => `${label(migration)} excludes nodes that it was released with`);
}
