import { auditChange } from "../audit/index.ts";
import { BackupError, type BackupProgress, openBackup, readBackup, writeBackup } from "../backup/index.ts";
import { readConfig } from "../config.ts";
import { connectClient } from "../db/client.ts";
import { EnvelopeError, type KeyRing } from "../kernel/envelope.ts";
import { createIdFactory, parseId } from "../kernel/id.ts";
import { formatInstant, systemClock } from "../kernel/instant.ts";
import { serviceVersion } from "../startup/service-version.ts";
import { type BackupPlace, type BackupRequest, keyOf, placeOf, prefix, requireId } from "./backup-place.ts";
import {
  type AdminOptions,
  closing,
  connect,
  type EnvironmentVariables,
  loadExistingKeyRing,
  openAdmin,
} from "./open-admin.ts";
import { operatorCause } from "./operator.ts";
import { reachDatabase } from "./reach-database.ts";
import { refuseAt } from "./read-input.ts";
import { type ChainCheckView, checkByRestoring } from "./restore.ts";

export interface BackupView {
  readonly id: string;
  readonly takenAt: string;
  readonly schema: number;
  readonly build: string;
  readonly keyId: string;
  readonly sizeBytes: number;
}

export interface CreatedBackupView extends Pick<BackupView, "id" | "takenAt" | "schema" | "sizeBytes"> {
  readonly tables: number;
  readonly rows: number;
  /** Documents that the database refers to. They are not in the backup. */
  readonly documents: number;
}

const nothing = (): void => {};

/** Writes a backup of one snapshot. It appears at its place when it is complete. */
export async function createBackup(
  environment: EnvironmentVariables,
  options: AdminOptions,
  { place, onBackupProgress = nothing }: BackupRequest,
): Promise<CreatedBackupView> {
  const config = readConfig(environment);
  const cause = operatorCause(options.operator ?? config.operator);
  const storage = await placeOf(config, place);
  const keyRing = await loadExistingKeyRing(config);
  const { command, onProgress = nothing } = options;
  const reached = await reachDatabase(config, { command, onProgress, mayCreate: false });
  const database = await connect(config, reached, command);
  const client = await connectClient(reached.target, `florin ${command}`);
  try {
    const newId = createIdFactory(systemClock);
    const [id, takenAt] = [newId<"backup">(), formatInstant(systemClock.now())];
    const backup = await writeBackup(
      { client, keyRing, onProgress: onBackupProgress },
      { id, taken_at: takenAt, build: serviceVersion() },
    );
    const counted = counting(backup.file);
    await storage.put(prefix + id, counted.stream);
    const written = { id, takenAt, schema: backup.schema, sizeBytes: counted.bytes(), ...backup.written };
    await auditChange({ clock: systemClock, newId }, database, {
      cause,
      action: "backup.create",
      of: { ...platformScope, id },
      after: { rows: written.rows },
    });
    return { ...written, documents: backup.documents };
  } finally {
    await client.end();
    await closing(database, reached)();
  }
}

const platformScope = { tenantId: undefined, network: undefined };

function counting(stream: AsyncIterable<Buffer>) {
  let bytes = 0;
  async function* count(): AsyncGenerator<Buffer> {
    for await (const piece of stream) {
      bytes += piece.length;
      yield piece;
    }
  }
  return { stream: count(), bytes: () => bytes };
}

/** The complete backups at a place, oldest first. Needs no key, so it does not know whether they are authentic. */
export async function listBackups(
  environment: EnvironmentVariables,
  request: BackupRequest,
): Promise<readonly BackupView[]> {
  return readHeaders(await placeOf(readConfig(environment), request.place), request, undefined);
}

/** A file that is damaged, or no backup of this instance, is reported and left out. */
async function readHeaders(
  storage: BackupPlace,
  { onSkipped = nothing }: BackupRequest,
  keyRing: KeyRing | undefined,
): Promise<readonly BackupView[]> {
  const views: BackupView[] = [];
  for await (const { key, size } of storage.list(prefix)) {
    try {
      views.push({ ...(await readHeader(storage, key, keyRing)), sizeBytes: size });
    } catch (error) {
      if (!(error instanceof BackupError || error instanceof EnvelopeError)) throw error;
      onSkipped(`${key}: ${error.message}`);
    }
  }
  return views.toSorted((left, right) => (left.id < right.id ? -1 : 1));
}

/** With keys, the header is authentic: it opens the first chunk of the content. */
async function readHeader(
  storage: BackupPlace,
  key: string,
  keyRing: KeyRing | undefined,
): Promise<Omit<BackupView, "sizeBytes">> {
  const opened = await openBackup(storage.get(key));
  try {
    const { id, taken_at: takenAt, schema, build, key_id: keyId } = opened.header;
    if (parseId(id) === undefined) throw new BackupError("the header of the backup is damaged");
    requireId(prefix + id, key);
    if (keyRing !== undefined) await opened.content(keyRing)[Symbol.asyncIterator]().next();
    return { id, takenAt, schema, build, keyId };
  } finally {
    await opened.close();
  }
}

export interface VerifiedBackupView extends Pick<BackupView, "id" | "takenAt" | "schema"> {
  readonly tables: number;
  readonly rows: number;
  readonly documents: number;
  readonly ledgerHeads: number;
  readonly auditHeads: number;
  /** Undefined if the chains were not verified. */
  readonly chains: ChainCheckView | undefined;
}

/** Reads the whole file: authenticity, end, counts and digests. Optionally verifies the chains of a scratch restore. */
export async function verifyBackup(
  environment: EnvironmentVariables,
  request: BackupRequest & { readonly id: string; readonly chains?: boolean },
): Promise<VerifiedBackupView> {
  const config = readConfig(environment);
  const storage = await placeOf(config, request.place);
  const keyRing = await loadExistingKeyRing(config);
  const opened = await openBackup(storage.get(keyOf(request.id)));
  const { header } = opened;
  requireId(header.id, request.id);
  const content = await readBackup(opened, keyRing, ignoring(request.onBackupProgress ?? nothing));
  const chains = request.chains
    ? await checkByRestoring(await openBackup(storage.get(keyOf(request.id))), keyRing, content.manifest)
    : undefined;
  const { tables, rows, manifest } = content;
  return {
    id: header.id,
    takenAt: header.taken_at,
    schema: header.schema,
    tables,
    rows,
    documents: manifest.documents,
    ledgerHeads: manifest.ledger_heads.length,
    auditHeads: manifest.audit_heads.length,
    chains,
  };
}

function ignoring(onProgress: (progress: BackupProgress) => void): Parameters<typeof readBackup>[2] {
  let tables = 0;
  let rows = 0;
  return {
    manifest: async () => {},
    table: async ({ name }) => onProgress({ table: name, tables, tableCount: 0, rows }),
    rows: async () => {},
    tableEnd: async (_table, count) => {
      tables += 1;
      rows += count;
    },
  };
}

/**
 * Removes all but the newest backups; returns those removed. Only authentic ones count, so that files of another origin
 * cannot displace them.
 */
export async function pruneBackups(
  environment: EnvironmentVariables,
  options: AdminOptions,
  { keep, ...request }: BackupRequest & { readonly keep: string },
): Promise<readonly BackupView[]> {
  const count = /^[1-9]\d{0,5}$/.test(keep) ? Number(keep) : refuseAt("keep", "must be a number from 1");
  const admin = await openAdmin(environment, options);
  try {
    const storage = await placeOf(admin.config, request.place);
    const old = (await readHeaders(storage, request, await admin.loadKeyRing())).slice(0, -count);
    for (const { id, takenAt } of old) {
      await auditChange(admin, admin.database, {
        cause: admin.cause,
        action: "backup.prune",
        of: { ...platformScope, id },
        before: { taken_at: takenAt },
      });
      await storage.remove(prefix + id);
    }
    return old;
  } finally {
    await admin.close();
  }
}
