import { createHash } from "node:crypto";
import { seal } from "../../kernel/envelope.ts";
import type { BankFile } from "../bank.ts";
import { type EngineDeps, maxFilesAtOnce } from "./engine-deps.ts";
import { insertFile, markPutAway, selectFilesToPutAway, selectSameContent } from "./file-store.ts";
import { fileContext } from "./sealed-file.ts";

/**
 * 4. Stores files that wait at the bank. The same name with the same bytes is the same file; the same bytes under
 * another name are stored as a duplicate, which is not read. True when there may be more.
 */
export async function collectFiles(deps: EngineDeps): Promise<boolean> {
  const files = await deps.bank.collect(maxFilesAtOnce);
  await deps.checkpoint("collected");
  for (const file of files) {
    await store(deps, file);
    await deps.checkpoint("stored");
  }
  return files.length >= maxFilesAtOnce;
}

async function store(deps: EngineDeps, { name, bytes }: BankFile): Promise<void> {
  const { database, lease, clock, newId, keyRing, report } = deps;
  const { network } = deps.bank;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const id = newId<"bank-file">();
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const duplicateOf = await selectSameContent(tx, { network, sha256, name });
    const sealed = duplicateOf === undefined ? seal(keyRing, bytes, fileContext({ network, id })) : undefined;
    const file = { id, network, name, sha256, sizeBytes: bytes.length, sealed, duplicateOf };
    const storedId = await insertFile(tx, { ...file, direction: "in" }, clock.now());
    const isNew = storedId === id;
    if (isNew && duplicateOf !== undefined) {
      tx.afterCommit(() => report({ type: "duplicate-file", fileId: id, name }));
    }
  });
}

/** 6. Puts files away at the bank that were read or quarantined. */
export async function putFilesAway(deps: EngineDeps): Promise<void> {
  const { bank, database, lease, clock } = deps;
  for (const { id, name, state } of await selectFilesToPutAway(database, bank.network, maxFilesAtOnce)) {
    await bank.putAway(name, state === "quarantined" ? "quarantine" : "archive");
    await database.transaction(async (tx) => {
      await lease.fence(tx);
      await markPutAway(tx, id, clock.now());
    });
    await deps.checkpoint("put-away");
  }
}
