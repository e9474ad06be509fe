import { type AuditDeps, recordAudit } from "../../audit/index.ts";
import type { Database, Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type KeyRing, needsReseal, reseal } from "../../kernel/envelope.ts";
import { sealContext } from "./document.ts";
import { lockSealedKeysAfter, type SealedKey, updateSealedKeys } from "./upkeep-store.ts";

export interface ResealDocumentsDeps extends AuditDeps {
  readonly database: Database;
  readonly keyRing: KeyRing;
}

const defaultBatchSize = 200;

type Place = Pick<SealedKey, "tenantId" | "id">;

/**
 * Wraps the key of each document with the current master key; the bytes in the storage stay as they are. Each batch
 * commits by itself: what was done stays done when it is interrupted, and is passed over the next time.
 */
export async function resealDocumentKeys(
  deps: ResealDocumentsDeps,
  { cause, batchSize = defaultBatchSize }: { readonly cause: Cause; readonly batchSize?: number },
): Promise<number> {
  let resealed = 0;
  let after: Place | undefined;
  do {
    const slice = { after, limit: batchSize };
    const batch = await deps.database.transaction((tx) => resealBatch(deps, tx, slice, cause));
    resealed += batch.resealed;
    after = batch.last;
  } while (after !== undefined);
  return resealed;
}

async function resealBatch(
  deps: ResealDocumentsDeps,
  tx: Transaction,
  slice: { readonly after: Place | undefined; readonly limit: number },
  cause: Cause,
): Promise<{ readonly resealed: number; readonly last: Place | undefined }> {
  const { keyRing } = deps;
  const keys = await lockSealedKeysAfter(tx, slice);
  const due = keys
    .filter(({ sealedKey }) => needsReseal(keyRing, sealedKey))
    .map((key) => ({ ...key, sealedKey: reseal(keyRing, key.sealedKey, sealContext(key)) }));
  if (due.length > 0) {
    await updateSealedKeys(tx, due);
    await recordAudit(deps, tx, { tenantId: undefined, network: undefined }, [
      {
        cause,
        action: "master_key.reseal",
        subject: { type: "master_key", id: keyRing.current.id.toString("hex") },
        after: { documents: due.length },
      },
    ]);
  }
  return { resealed: due.length, last: keys.length < slice.limit ? undefined : keys.at(-1) };
}
