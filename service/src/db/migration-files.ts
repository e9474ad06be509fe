import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Migration, MigrationError, type Schema, type SqlFunction } from "./migration-plan.ts";

/** With `migrations/` and `functions/`: next to this module, in the sources and in the build. */
export const schemaFolder = fileURLToPath(new URL("./", import.meta.url));

export async function readSchema(folder: string = schemaFolder): Promise<Schema> {
  const [migrations, functions] = await Promise.all([readMigrations(folder), readFunctions(folder)]);
  return { migrations, functions };
}

/** First line of a contract migration. */
const contractLine = /^-- contract: nodes from (\d{4}) on\n/;
const fileName = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** In numerical order. Numbers may have gaps but must be unique. */
export async function readMigrations(folder: string = schemaFolder): Promise<readonly Migration[]> {
  const migrationsFolder = join(folder, "migrations");
  const names = await sqlFilesIn(migrationsFolder);
  // Without its SQL files a build would consider an empty database complete.
  if (names.length === 0) throw new MigrationError(`there are no migrations in ${migrationsFolder}`);
  const migrations = await Promise.all(names.map((name) => readMigration(migrationsFolder, name)));
  for (const [index, migration] of migrations.entries()) {
    const next = migrations[index + 1];
    if (next?.version === migration.version) {
      throw new MigrationError(
        `two migrations have the number ${migration.version}: ${migration.name}, ${next.name}`,
      );
    }
  }
  return migrations;
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const match = fileName.exec(file);
  if (match === null) throw new MigrationError(`${file} must be named like 0001-what-it-does.sql`);
  const [, digits = "", name = ""] = match;
  const { sql, checksum } = await readSql(join(folder, file));
  const oldest = contractLine.exec(sql)?.[1];
  return {
    version: Number(digits),
    name,
    sql,
    checksum,
    oldestBuild: oldest === undefined ? undefined : Number(oldest),
  };
}

/** One CREATE OR REPLACE FUNCTION per file, such as that of `append_events` in `functions/append-events.sql`. */
async function readFunctions(folder: string): Promise<readonly SqlFunction[]> {
  const functionsFolder = join(folder, "functions");
  return Promise.all(
    (await sqlFilesIn(functionsFolder)).map(async (file) => ({
      name: file.slice(0, -".sql".length).replaceAll("-", "_"),
      ...(await readSql(join(functionsFolder, file))),
    })),
  );
}

async function sqlFilesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
}

async function readSql(path: string): Promise<{ readonly sql: string; readonly checksum: string }> {
  const bytes = await readFile(path);
  return { sql: bytes.toString("utf8"), checksum: createHash("sha256").update(bytes).digest("hex") };
}

const separatorOrQuoted = /;|--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1/g;

/** One by one, because Citus sends the text in which it finds a command to the workers, and they accept one command. */
export function commandsOf(sql: string): readonly string[] {
  const ends = [...sql.matchAll(separatorOrQuoted)]
    .filter(([text]) => text === ";")
    .map(({ index }) => index);
  const starts = [0, ...ends.map((end) => end + 1)];
  return starts
    .map((start, place) => sql.slice(start, ends[place]))
    .filter((text) => text.replaceAll(/--[^\n]*/g, "").trim() !== "");
}
