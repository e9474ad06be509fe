/** One step forward of the schema, as a file tells it. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex, so that a file changed after it was applied is noticed. */
  readonly checksum: string;
}

/** A row of `schema_migrations`: what a database says was done to it. */
export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/** The schema and this build do not belong together, or a migration cannot be done; the message says which and why. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** What is still to be applied, in order; throws when the database has a past that this build does not know. */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const newestKnown = Math.max(0, ...known.map((migration) => migration.version));
  const newestApplied = Math.max(0, ...applied.map((migration) => migration.version));
  for (const past of applied) checkAgainstFile(past, known, newestKnown);
  const done = new Set(applied.map((migration) => migration.version));
  const pending = known.filter((migration) => !done.has(migration.version));
  for (const migration of pending) {
    if (migration.version < newestApplied) {
      throw new MigrationError(
        `migration ${label(migration)} was added behind ${numbered(newestApplied)}, which is applied already; ` +
          "give it a number after that one",
      );
    }
  }
  return pending;
}

/** `0002-auth`, as its file is called. */
export function label(migration: { readonly version: number; readonly name: string }): string {
  return `${numbered(migration.version)}-${migration.name}`;
}

function checkAgainstFile(past: AppliedMigration, known: readonly Migration[], newestKnown: number): void {
  const file = known.find((migration) => migration.version === past.version);
  if (file !== undefined) {
    if (file.checksum === past.checksum) return;
    throw new MigrationError(
      `migration ${label(past)} was changed after it had been applied; restore its file and add a new migration`,
    );
  }
  if (past.version > newestKnown) {
    throw new MigrationError(
      `the database is newer than this build: it has migration ${label(past)}, this build ends at ` +
        `${numbered(newestKnown)}; run a newer build`,
    );
  }
  throw new MigrationError(`migration ${label(past)} was applied, but this build has no file for it`);
}

function numbered(version: number): string {
  return version.toString().padStart(4, "0");
}
