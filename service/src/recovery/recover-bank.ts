import { createHash } from "node:crypto";
import { seal } from "../kernel/envelope.ts";
import { type Bank, BankUnavailableError } from "../rails/bank.ts";
import { fileContext } from "../rails/engine/file-store.ts";
import type { OpenRestore, RecoveryDeps } from "./recovery-deps.ts";
import { insertEffects, insertRecoveredFile, selectKnownFiles } from "./store.ts";

/**
 * Records the entries of files that the bank has and the database does not know, and stores the bank's files that were
 * archived since, so that the engine reads them again. Returns the number of files.
 */
export async function recoverBank(deps: RecoveryDeps, restore: OpenRestore, bank: Bank): Promise<number> {
  const outgoing = await keepDelivered(deps, restore, bank);
  const incoming = await keepArchived(deps, restore, bank);
  deps.report(`${bank.network} bank: ${outgoing} delivered files are new, ${incoming} files are read again`);
  return incoming;
}

async function keepDelivered(deps: RecoveryDeps, restore: OpenRestore, bank: Bank): Promise<number> {
  const { database, clock } = deps;
  const { network } = bank;
  const delivered = (await bank.delivered?.()) ?? [];
  const known = await selectKnownFiles(database, network, "out");
  const unknown = delivered.filter(({ name }) => !known.has(name));
  for (const { name, sha256, entries } of unknown) {
    if (entries === undefined) throw new BankUnavailableError(withoutEntries(name));
    const file = { network, direction: "out", name, sha256, bytes: Buffer.alloc(0) } as const;
    await store(deps, restore, file);
    const effects = entries.map(({ id, traceNumber }) => ({
      mark: id,
      reference: name,
      detail: { trace_number: traceNumber ?? null },
    }));
    await insertEffects(database, restore.id, { network, place: "bank" }, effects, clock.now());
  }
  return unknown.length;
}

function withoutEntries(name: string): string {
  return (
    `The bank has the file ${name}, which the restored database does not know, and its record in the folder "sent" does ` +
    "not say which entries it has. Add a line `# ENTRY_ID TRACE_NUMBER` for each of them (`-` without a trace number)."
  );
}

async function keepArchived(deps: RecoveryDeps, restore: OpenRestore, bank: Bank): Promise<number> {
  const { network } = bank;
  const known = await selectKnownFiles(deps.database, network, "in");
  const unknown = ((await bank.archived?.()) ?? []).filter(({ name }) => !known.has(name));
  for (const { name, bytes } of unknown) {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await store(deps, restore, { network, direction: "in", name, sha256, bytes });
  }
  return unknown.length;
}

interface FoundFile {
  readonly network: Bank["network"];
  readonly direction: "out" | "in";
  readonly name: string;
  readonly sha256: string;
  /** Empty for an outgoing file: only its digest and its entries are recorded outside the database. */
  readonly bytes: Buffer;
}

async function store(
  { database, clock, newId, keyRing }: RecoveryDeps,
  { id: restoreId }: OpenRestore,
  { bytes, ...file }: FoundFile,
): Promise<void> {
  const id = newId<"bank-file">();
  const sealed = seal(keyRing, bytes, fileContext({ network: file.network, id }));
  await insertRecoveredFile(
    database,
    { ...file, id, restoreId, sealed, sizeBytes: bytes.length },
    clock.now(),
  );
}
