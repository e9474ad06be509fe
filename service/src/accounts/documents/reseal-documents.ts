import {
  type ResealDeps,
  type ResealOptions,
  resealInBatches,
  type SealedTable,
} from "../reseal-in-batches.ts";
import { sealContext } from "./document.ts";
import { lockSealedKeysAfter, type SealedKey, updateSealedKeys } from "./upkeep-store.ts";

const documents: SealedTable<SealedKey> = {
  name: "documents",
  contextOf: sealContext,
  lockAfter: lockSealedKeysAfter,
  update: updateSealedKeys,
};

/** Wraps the key of each document with the current master key; the bytes in the storage stay as they are. */
export function resealDocumentKeys(deps: ResealDeps, options: ResealOptions): Promise<number> {
  return resealInBatches(deps, documents, options);
}
