import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditChange, nextChain, verifyChain } from "../audit/index.ts";
import {
  type BackupProgress,
  type Head,
  insertRestore,
  type OpenedBackup,
  openBackup,
  restoreBackup,
} from "../backup/index.ts";
import { readConfig } from "../config.ts";
import { withClient } from "../db/client.ts";
import type { Database } from "../db/database.ts";
import { openEmbeddedServer } from "../db/embedded/index.ts";
import { grantToService } from "../db/grants.ts";
import { type ConnectionTarget, createDatabase } from "../db/pool.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { listJournals, verifyJournal } from "../ledger/index.ts";
import { ownerTarget } from "../startup/open-database.ts";
import { type BackupRequest, keyOf, placeOf, requireId } from "./backup-place.ts";
import {
  type AdminOptions,
  type EnvironmentVariables,
  loadExistingKeyRing,
  poolLimits,
} from "./open-admin.ts";
import { operatorCause } from "./operator.ts";
import { reachDatabase } from "./reach-database.ts";

export interface ChainCheckView {
  readonly journals: number;
  readonly auditChains: number;
  /** What is wrong: a broken chain, or one that ends elsewhere than at the time of the backup. */
  readonly findings: readonly string[];
}

export interface RestoredView extends ChainCheckView {
  readonly id: string;
  readonly takenAt: string;
  readonly tables: number;
  readonly rows: number;
}

const nothing = (): void => {};

/** Restores a backup into an empty database, and verifies it. The service does not start on it. */
export async function restoreFromBackup(
  environment: EnvironmentVariables,
  options: AdminOptions,
  { place, id, onBackupProgress = nothing }: BackupRequest & { readonly id: string },
): Promise<RestoredView> {
  const config = readConfig(environment);
  const cause = operatorCause(options.operator ?? config.operator);
  const storage = await placeOf(config, place);
  const keyRing = await loadExistingKeyRing(config);
  const opened = await openBackup(storage.get(keyOf(id)));
  requireId(opened.header.id, id);
  const { command, onProgress = nothing } = options;
  const databaseUrl = config.databaseOwnerUrl ?? config.databaseUrl;
  const reached = await reachDatabase({ ...config, databaseUrl }, { command, onProgress, mayCreate: true });
  try {
    const { target, serviceRole } = await ownerTarget(config, reached.target);
    const content = await load(opened, { target, keyRing, serviceRole, onProgress: onBackupProgress });
    return await withDatabase(target, command, async (database) => {
      const deps = { clock: systemClock, newId: createIdFactory(systemClock) };
      const checked = await verifyChains(database, content.manifest);
      await auditChange(deps, database, {
        cause,
        action: "backup.restore",
        of: { tenantId: undefined, network: undefined, id },
        after: { rows: content.rows },
      });
      const { tables, rows } = content;
      return { id, takenAt: opened.header.taken_at, tables, rows, ...checked };
    });
  } finally {
    await opened.close();
    await reached.release();
  }
}

interface LoadOptions {
  readonly target: ConnectionTarget;
  readonly keyRing: KeyRing;
  readonly serviceRole?: string | undefined;
  readonly onProgress: (progress: BackupProgress) => void;
}

function load(opened: OpenedBackup, { target, keyRing, serviceRole, onProgress }: LoadOptions) {
  const { id: backupId, taken_at: takenAt } = opened.header;
  return withClient(target, "florin backup restore", async (client) => {
    const content = await restoreBackup(opened, {
      client,
      keyRing,
      onProgress,
      mark: () => insertRestore(client, { id: createIdFactory(systemClock)(), backupId, takenAt }),
    });
    if (serviceRole !== undefined) await grantToService(client, serviceRole);
    return content;
  });
}

async function withDatabase<T>(
  connection: ConnectionTarget,
  command: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = createDatabase({ ...poolLimits, connection, applicationName: `florin ${command}` });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

interface ExpectedHeads {
  readonly ledger_heads: readonly Head[];
  readonly audit_heads: readonly Head[];
}

/** Every hash chain is whole, and ends where it ended when the backup was taken. */
async function verifyChains(database: Database, expected: ExpectedHeads): Promise<ChainCheckView> {
  const findings: string[] = [];
  const found = new Map<string, string>();
  let [journals, auditChains] = [0, 0];
  for await (const scope of listJournals(database)) {
    const result = await verifyJournal(database, scope);
    const name = `${scope.tenantId}/${scope.network}`;
    found.set(`ledger ${name}`, `${result.head.sequence}:${result.head.hash.toString("hex")}`);
    findings.push(...result.findings.map(({ detail }) => `ledger ${name}: ${detail}`));
    journals += 1;
  }
  for (
    let chain = await nextChain(database, "");
    chain !== undefined;
    chain = await nextChain(database, chain)
  ) {
    const result = await verifyChain(database, chain);
    found.set(`audit ${chain}`, `${result.end.sequence}:${result.end.hash.toString("hex")}`);
    findings.push(...result.findings.map(({ detail }) => `audit ${chain}: ${detail}`));
    auditChains += 1;
  }
  const heads = [
    ...expected.ledger_heads.map((head) => ({ ...head, name: `ledger ${head.name}` })),
    ...expected.audit_heads.map((head) => ({ ...head, name: `audit ${head.name}` })),
  ];
  const moved = heads.filter(({ name, sequence, hash }) => found.get(name) !== `${sequence}:${hash}`);
  findings.push(...moved.map(({ name }) => `${name}: does not end where it ended in the backup`));
  return { journals, auditChains, findings };
}

/** Restores into a PostgreSQL of its own in a temporary folder, verifies, and removes it. */
export async function checkByRestoring(
  opened: OpenedBackup,
  keyRing: KeyRing,
  expected: ExpectedHeads,
): Promise<ChainCheckView> {
  const dataFolder = await mkdtemp(join(tmpdir(), "florin-verify-"));
  try {
    const server = await openEmbeddedServer({ dataFolder, instanceName: "florin backup verify" });
    try {
      await load(opened, { target: server.target, keyRing, onProgress: nothing });
      return await withDatabase(server.target, "backup verify", (database) =>
        verifyChains(database, expected),
      );
    } finally {
      await server.stop();
    }
  } finally {
    await opened.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}
