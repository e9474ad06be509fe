import type { Session } from "../db/database.ts";
import { insertEffects } from "../db/restores/effect-store.ts";
import type { OpenRestore } from "../db/restores/restore-store.ts";
import { seal } from "../kernel/envelope.ts";
import { type Bank, BankUnavailableError } from "../rails/bank.ts";
import { insertRecoveredFile } from "../rails/engine/file-store.ts";
import { fileContext } from "../rails/engine/sealed-contexts.ts";
import { entryEffects, interruptedText, unknownArchived, unknownDelivered } from "./compare-bank.ts";
import type { RecoveryDeps } from "./recovery-deps.ts";

/**
 * Records the entries of files that the bank has and the database does not know, and stores the bank's files that were
 * archived since, so that the engine reads them again. Returns the number of files.
 */
export async function recoverBank(deps: RecoveryDeps, restore: OpenRestore, bank: Bank): Promise<number> {
  const { database, clock } = deps;
  const { network } = bank;
  let delivered = 0;
  for await (const file of unknownDelivered(deps, bank)) {
    const { name, sha256, entries } = file;
    if (file.isInterrupted) throw new BankUnavailableError(interruptedText(name));
    if (entries === undefined) throw new BankUnavailableError(withoutEntries(name));
    await database.transaction(async (tx) => {
      await store(deps, tx, restore, { network, direction: "out", name, sha256, bytes: Buffer.alloc(0) });
      await insertEffects(tx, restore.id, { network, place: "bank" }, entryEffects(bank, file), clock.now());
    });
    delivered += 1;
  }
  let archived = 0;
  for await (const file of unknownArchived(deps, bank)) {
    await store(deps, database, restore, { network, direction: "in", ...file });
    archived += 1;
  }
  deps.report(`${network} bank: ${delivered} delivered files are new, ${archived} are read again`);
  return archived;
}

function withoutEntries(name: string): string {
  return (
    `The bank has the file ${name}, which the restored database does not know, and its record in the folder "sent" does ` +
    "not say which entries it has. Add a line `# ENTRY_ID TRACE_NUMBER` for each of them (`-` without a trace number)."
  );
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
  { clock, newId, keyRing }: RecoveryDeps,
  session: Session,
  { id: restoreId }: OpenRestore,
  { bytes, ...file }: FoundFile,
): Promise<void> {
  const id = newId<"bank-file">();
  const now = clock.now();
  await insertRecoveredFile(session, {
    ...file,
    id,
    restoreId,
    sealed: seal(keyRing, bytes, fileContext({ network: file.network, id })),
    sizeBytes: bytes.length,
    state: file.direction === "out" ? "sent" : "stored",
    putAwayAt: file.direction === "in" ? now : undefined,
    createdAt: now,
    updatedAt: now,
  });
}
