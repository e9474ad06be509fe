import type { Transaction } from "../../db/database.ts";
import {
  lockEntriesAfter,
  lockFilesAfter,
  lockHappeningsAfter,
  type SealedRow,
  updateSealedEntries,
  updateSealedFiles,
  updateSealedHappenings,
} from "./reseal-store.ts";
import { entryContext } from "./sealed-entry.ts";
import { fileContext } from "./sealed-file.ts";
import { happeningContext } from "./sealed-happening.ts";

export interface SealedBankTable {
  /** As the audit log calls what was touched. */
  readonly name: string;
  readonly contextOf: (row: SealedRow) => string;
  readonly lockAfter: (
    tx: Transaction,
    slice: { readonly after: SealedRow | undefined; readonly limit: number },
  ) => Promise<readonly SealedRow[]>;
  readonly update: (tx: Transaction, rows: readonly SealedRow[]) => Promise<void>;
}

/** Everything of the rails that a change of the master key has to wrap anew. */
export const sealedBankTables: readonly SealedBankTable[] = [
  {
    name: "bank_entries",
    contextOf: ({ scope, id }) => entryContext({ tenantId: scope, id }),
    lockAfter: lockEntriesAfter,
    update: updateSealedEntries,
  },
  {
    name: "bank_files",
    contextOf: ({ scope, id }) => fileContext({ network: scope, id }),
    lockAfter: lockFilesAfter,
    update: updateSealedFiles,
  },
  {
    name: "bank_happenings",
    contextOf: ({ scope, id }) => happeningContext({ network: scope, id }),
    lockAfter: lockHappeningsAfter,
    update: updateSealedHappenings,
  },
];
