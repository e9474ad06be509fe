/** A migration, read from its file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex, to detect changes after it was applied. */
  readonly checksum: string;
}

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
}

/** The database and this build do not match, or a migration failed; the message says which and why. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** The pending migrations, in order; throws when the database has a history that this build does not know. */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const newestKnown = Math.max(0, ...known.map((migration) => migration.version));
  const newestApplied = Math.max(0, ...applied.map((migration) => migration.version));
  for (const migration of applied) checkAgainstFile(migration, known, newestKnown);
  const done = new Set(applied.map((migration) => migration.version));
  const pending = known.filter((migration) => !done.has(migration.version));
  for (const migration of pending) {
    if (migration.version < newestApplied) {
      throw new MigrationError(
        `migration ${label(migration)} has a lower number than ${numbered(newestApplied)}, which is already applied; ` +
          "renumber it",
      );
    }
  }
  return pending;
}

/** Such as `0003-ledger`: the file name without its extension. */
export function label(migration: { readonly version: number; readonly name: string }): string {
  return `${numbered(migration.version)}-${migration.name}`;
}

function checkAgainstFile(applied: AppliedMigration, known: readonly Migration[], newestKnown: number): void {
  const file = known.find((migration) => migration.version === applied.version);
  if (file !== undefined) {
    if (file.checksum === applied.checksum) return;
    throw new MigrationError(
      `migration ${label(applied)} was changed after it was applied; revert its file and add a new migration`,
    );
  }
  if (applied.version > newestKnown) {
    throw new MigrationError(
      `the database is newer than this build: it has migration ${label(applied)}, this build ends at ` +
        `${numbered(newestKnown)}; run a newer build`,
    );
  }
  throw new MigrationError(`migration ${label(applied)} was applied, but this build has no file for it`);
}

function numbered(version: number): string {
  return version.toString().padStart(4, "0");
}
