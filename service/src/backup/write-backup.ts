import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type pg from "pg";
import type { KeyRing } from "../kernel/envelope.ts";
import type { ByteStream } from "../kernel/sealed-stream.ts";
import { BackupError, type NewBackup, sealBackup } from "./backup-file.ts";
import { writeFrame } from "./frames.ts";
import type { Manifest, TableShape } from "./manifest.ts";
import {
  beginSnapshot,
  copyOut,
  countDistributedTables,
  countDocuments,
  readHeads,
  readMigrationJournal,
  readSequences,
  readTables,
} from "./store.ts";

export interface BackupSource {
  readonly client: pg.Client;
  readonly keyRing: KeyRing;
  readonly onProgress: (progress: BackupProgress) => void;
}

export interface BackupProgress {
  readonly table: string;
  readonly tables: number;
  readonly tableCount: number;
  readonly rows: number;
}

export interface WrittenBackup {
  readonly file: ByteStream;
  readonly schema: number;
  readonly documents: number;
  /** Complete when the file has been read to its end. */
  readonly written: { tables: number; rows: number };
}

/** Level 3: most of the ratio at a third of the time of the default. */
const compressionLevel = 3;

/**
 * A backup of one snapshot: everything is read in one repeatable-read transaction on one connection, and streamed. The
 * service keeps running meanwhile. Ends the transaction of the connection when the file was read.
 */
export async function writeBackup(
  source: BackupSource,
  named: Omit<NewBackup, "schema">,
): Promise<WrittenBackup> {
  const { client, keyRing } = source;
  await beginSnapshot(client);
  const distributed = await countDistributedTables(client);
  if (distributed > 0) throw new BackupError(distributedText);
  const migrations = await readMigrationJournal(client);
  const manifest: Manifest = {
    migrations: [...migrations],
    sequences: [...(await readSequences(client))],
    ledger_heads: await readHeads(client, "ledger"),
    audit_heads: await readHeads(client, "audit"),
    documents: await countDocuments(client),
  };
  const schema = migrations.at(-1)?.version ?? 0;
  const written = { tables: 0, rows: 0 };
  const frames = framesOf(source, manifest, written);
  const compressed = Readable.from(frames, { objectMode: false }).compose(
    createGzip({ level: compressionLevel }),
  );
  return {
    file: sealBackup(keyRing, { ...named, schema }, compressed as AsyncIterable<Buffer>),
    schema,
    documents: manifest.documents,
    written,
  };
}

const distributedText =
  "this database is distributed by Citus. A snapshot of the coordinator is not a snapshot of the workers, so a backup " +
  "of it could be inconsistent. Use physical backups of every node with one restore point " +
  "(citus_create_restore_point), see docs/operations/backup.md";

async function* framesOf(
  { client, onProgress }: BackupSource,
  manifest: Manifest,
  written: { tables: number; rows: number },
): AsyncGenerator<Buffer> {
  yield writeFrame({ type: "manifest", json: manifest });
  const tables = await readTables(client);
  for (const table of tables) {
    onProgress({ table: table.name, tables: written.tables, tableCount: tables.length, rows: written.rows });
    yield writeFrame({ type: "table", json: table });
    written.rows += yield* rowsOf(client, table);
    written.tables += 1;
  }
  yield writeFrame({ type: "end", json: written });
  await client.query("COMMIT");
}

async function* rowsOf(client: pg.Client, table: TableShape): AsyncGenerator<Buffer, number> {
  const copy = copyOut(client, table);
  const digest = createHash("sha256");
  for await (const bytes of copy as AsyncIterable<Buffer>) {
    digest.update(bytes);
    yield writeFrame({ type: "rows", bytes });
  }
  const rows = copy.rowCount;
  yield writeFrame({ type: "table_end", json: { rows, sha256: digest.digest("hex") } });
  return rows;
}
