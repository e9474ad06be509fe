import { once } from "node:events";
import { finished } from "node:stream/promises";
import type pg from "pg";
import { applyMigration, createFunctions, createMigrationJournal } from "../db/migrate.ts";
import { readSchema } from "../db/migration-files.ts";
import { label, type Migration } from "../db/migration-plan.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { BackupError, type OpenedBackup } from "./backup-file.ts";
import type { Manifest, TableShape } from "./manifest.ts";
import { type BackupContent, type BackupReader, readBackup } from "./read-backup.ts";
import { beginRestore, clearTable, copyIn, dropForeignKeys, isEmptyDatabase, setSequence } from "./store.ts";
import type { BackupProgress } from "./write-backup.ts";

export interface RestoreTarget {
  /** Connected as the owner of the tables, to an empty database. */
  readonly client: pg.Client;
  readonly keyRing: KeyRing;
  readonly onProgress: (progress: BackupProgress) => void;
  /** Runs in the same transaction, after all rows. */
  readonly mark: (client: pg.Client, content: BackupContent) => Promise<void>;
}

/**
 * Restores into an empty database: schema, rows, sequences and the mark of a restore, in one transaction. An
 * interrupted or failed restore leaves the database empty.
 */
export async function restoreBackup(opened: OpenedBackup, target: RestoreTarget): Promise<BackupContent> {
  const { client, keyRing, mark } = target;
  if (!(await isEmptyDatabase(client))) throw new BackupError(notEmptyText);
  await beginRestore(client);
  const loader = createLoader(target);
  const content = await readBackup(opened, keyRing, loader.reader);
  await loader.finish(content.manifest);
  await mark(client, content);
  await client.query("COMMIT");
  return content;
}

const notEmptyText =
  "the database is not empty. A backup is restored into an empty database only, and nothing is ever overwritten: create " +
  "a new database, and set DATABASE_URL and DATABASE_OWNER_URL to it";

function createLoader({ client, onProgress }: RestoreTarget): {
  readonly reader: BackupReader;
  finish(manifest: Manifest): Promise<void>;
} {
  let copy: ReturnType<typeof copyIn> | undefined;
  let addForeignKeys = async (): Promise<void> => {};
  let tables = 0;
  let rows = 0;
  const reader: BackupReader = {
    manifest: async ({ migrations }) => {
      await createSchema(client, migrations);
      addForeignKeys = await dropForeignKeys(client);
    },
    table: async (table) => {
      onProgress({ table: table.name, tables, tableCount: 0, rows });
      await clearTable(client, table.name);
      copy = copyIn(client, table);
      // An error reaches the caller where the copy ends.
      copy.on("error", () => {});
    },
    rows: async (bytes) => {
      if (copy?.write(bytes) === false) await Promise.race([once(copy, "drain"), finished(copy)]);
    },
    tableEnd: async (table, count) => {
      if (copy !== undefined) await endCopy(copy, table, count);
      tables += 1;
      rows += count;
    },
  };
  return {
    reader,
    finish: async ({ sequences }) => {
      await addForeignKeys();
      for (const sequence of sequences) await setSequence(client, sequence);
    },
  };
}

async function endCopy(copy: ReturnType<typeof copyIn>, { name }: TableShape, rows: number): Promise<void> {
  const ended = finished(copy);
  copy.end();
  await ended;
  if (copy.rowCount !== rows)
    throw new BackupError(`${copy.rowCount} of ${rows} rows of ${name} were restored`);
}

/** The schema at the time of the backup, by the migrations of this build, which must be the same. */
async function createSchema(client: pg.Client, applied: Manifest["migrations"]): Promise<void> {
  const { migrations, functions } = await readSchema();
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  await createMigrationJournal(client);
  for (const migration of applied) {
    const file: Migration | undefined = known.get(migration.version);
    if (file?.checksum !== migration.checksum) {
      throw new BackupError(
        `the backup has migration ${label(migration)}, which this build lacks or has with other contents; use the build ` +
          "that wrote the backup, or a newer one",
      );
    }
    await applyMigration(client, file);
  }
  // They need the newest schema; the backup of an earlier build gets both by migrating.
  if (applied.length === migrations.length) await createFunctions(client, functions);
}
