/** A migration, read from its file. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex, to detect changes after it was applied. */
  readonly checksum: string;
  /**
   * Of a contract migration: the number of the oldest build that may run after it, which no longer uses what it removes.
   * The number of a build is that of its newest migration.
   */
  readonly oldestBuild: number | undefined;
}

/** A function of the database, read from its file. It has no number: it is replaced whenever its file changes. */
export interface SqlFunction {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file in hex; in the database it is the comment on the function. */
  readonly checksum: string;
}

/** A row of `schema_migrations`. */
export interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  /** Zero for a migration that every build tolerates. */
  readonly oldestBuild: number;
}

/** A function in the database. */
export interface AppliedFunction {
  readonly name: string;
  readonly checksum: string | undefined;
}

interface Numbered {
  readonly version: number;
}

/** What a build expects of its database. */
export interface Schema {
  readonly migrations: readonly Migration[];
  readonly functions: readonly SqlFunction[];
}

/** The database and this build do not match, or a migration failed; the message says which and why. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/**
 * The pending migrations, in order. Migrations of a newer build are fine, unless one of them excludes this build. Throws
 * when the database has a history that this build does not know.
 */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const newestKnown = buildNumber(known);
  const newestApplied = buildNumber(applied);
  for (const migration of applied) refuseOtherHistory(migration, known);
  for (const migration of applied) {
    refuseOldBuild(migration, newestKnown);
    checkAgainstFile(migration, known, newestKnown);
  }
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

/**
 * Functions to create or replace. A newer build's are left as they are: it changed them compatibly, and may depend on
 * what they do now.
 */
export function planFunctions(
  { migrations, functions }: Schema,
  applied: { readonly migrations: readonly Numbered[]; readonly functions: readonly AppliedFunction[] },
): readonly SqlFunction[] {
  if (buildNumber(applied.migrations) > buildNumber(migrations)) return [];
  const checksums = new Map(applied.functions.map(({ name, checksum }) => [name, checksum]));
  return functions.filter(({ name, checksum }) => checksums.get(name) !== checksum);
}

/** Such as `0003-ledger`: the file name without its extension. */
export function label(migration: { readonly version: number; readonly name: string }): string {
  return `${numbered(migration.version)}-${migration.name}`;
}

/** The number of a build: its newest migration. */
export function buildNumber(migrations: readonly Numbered[]): number {
  return Math.max(0, ...migrations.map(({ version }) => version));
}

/** Migrations of development versions had other names under the same numbers. */
function refuseOtherHistory(applied: AppliedMigration, known: readonly Migration[]): void {
  const file = known.find(({ version }) => version === applied.version);
  if (file === undefined || file.name === applied.name) return;
  throw new MigrationError(
    `the database has migration ${label(applied)}, and this build has ${label(file)} in its place: an earlier ` +
      "development version created the database, and it can't be migrated. Create a new database",
  );
}

function refuseOldBuild(applied: AppliedMigration, newestKnown: number): void {
  if (applied.oldestBuild <= newestKnown) return;
  throw new MigrationError(
    `the database is newer than this build: since migration ${label(applied)} it requires builds from ` +
      `${numbered(applied.oldestBuild)} on, this build ends at ${numbered(newestKnown)}; run a newer build`,
  );
}

function checkAgainstFile(applied: AppliedMigration, known: readonly Migration[], newestKnown: number): void {
  const file = known.find((migration) => migration.version === applied.version);
  if (file !== undefined) {
    if (file.checksum === applied.checksum) return;
    throw new MigrationError(
      `migration ${label(applied)} was changed after it was applied; revert its file and add a new migration`,
    );
  }
  if (applied.version > newestKnown) return;
  throw new MigrationError(`migration ${label(applied)} was applied, but this build has no file for it`);
}

function numbered(version: number): string {
  return version.toString().padStart(4, "0");
}
