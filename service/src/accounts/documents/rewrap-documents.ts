import { sealedTable } from "../../db/sealed-table.ts";
import { type RewrapDeps, type RewrapOptions, rewrapInBatches } from "../rewrap-in-batches.ts";
import { type DocumentKey, sealContext } from "./document.ts";

const documents = sealedTable<DocumentKey>({
  name: "documents",
  column: "sealed_key",
  key: ["tenantId", "id"],
  contextOf: sealContext,
});

/** Rewraps each document's key with the current master key; the bytes in the storage don't change. */
export function rewrapDocumentKeys(deps: RewrapDeps, options: RewrapOptions): Promise<number> {
  return rewrapInBatches(deps, documents, options);
}
