import { LeaseLostError } from "../../db/fenced-lease.ts";
import { BankUnavailableError } from "../bank.ts";
import { type EngineDeps, maxFilesAtOnce } from "./engine-deps.ts";
import { loadBytes, type StoredFile, selectStoredFiles, updateFileState } from "./file-store.ts";
import { markEntriesSent } from "./queue-store.ts";

/**
 * 3. Delivers stored files. If it is interrupted before a file is marked as sent, the file is delivered again with the
 * same name and bytes, which is the same file for the bank.
 */
export async function sendFiles(deps: EngineDeps): Promise<void> {
  const place = { network: deps.bank.network, direction: "out" } as const;
  let files: readonly StoredFile[] = [];
  do {
    const afterId = files.at(-1)?.id ?? "";
    files = await selectStoredFiles(deps.database, place, { afterId, limit: maxFilesAtOnce });
    for (const file of files) await sendOrReport(deps, file);
  } while (files.length === maxFilesAtOnce);
}

/** A file that cannot be delivered blocks no other; an unreachable bank blocks all. */
async function sendOrReport(deps: EngineDeps, file: StoredFile): Promise<void> {
  try {
    await send(deps, file);
  } catch (error) {
    if (error instanceof BankUnavailableError || error instanceof LeaseLostError) throw error;
    deps.onError(error);
  }
}

async function send(deps: EngineDeps, file: StoredFile): Promise<void> {
  const { bank, database, keyRing, lease, clock, report, checkpoint } = deps;
  const { id, name } = file;
  await bank.deliver({ name, bytes: await loadBytes(keyRing, database, file) });
  await checkpoint("delivered");
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await markEntriesSent(tx, id, clock.now());
    await updateFileState(tx, id, { from: "stored", to: "sent" }, clock.now());
  });
  report({ type: "sent", fileId: id, name });
  await checkpoint("sent");
}
