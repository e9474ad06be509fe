import {
  type RewrapDeps,
  type RewrapOptions,
  rewrapInBatches,
  type SealedTable,
} from "../rewrap-in-batches.ts";
import { sealContext } from "./document.ts";
import { lockSealedKeysAfter, type SealedKey, updateSealedKeys } from "./upkeep-store.ts";

const documents: SealedTable<SealedKey> = {
  name: "documents",
  contextOf: sealContext,
  lockAfter: lockSealedKeysAfter,
  update: updateSealedKeys,
};

/** Rewraps each document's key with the current master key; the bytes in the storage don't change. */
export function rewrapDocumentKeys(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  return rewrapInBatches(deps, documents, options);
}
