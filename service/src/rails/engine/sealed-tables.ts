import type { Transaction } from "../../db/database.ts";
import { bankEventContext } from "./bank-event-store.ts";
import { fileContext } from "./file-store.ts";
import {
  lockBankEventsAfter,
  lockEntriesAfter,
  lockFilesAfter,
  type SealedRow,
  updateSealedBankEvents,
  updateSealedEntries,
  updateSealedFiles,
} from "./rewrap-store.ts";
import { entryContext } from "./sealed-entry.ts";

export interface SealedBankTable {
  /** The target in the audit log. */
  readonly name: string;
  readonly contextOf: (row: SealedRow) => string;
  readonly lockAfter: (
    tx: Transaction,
    slice: { readonly after: SealedRow | undefined; readonly limit: number },
  ) => Promise<readonly SealedRow[]>;
  readonly update: (tx: Transaction, rows: readonly SealedRow[]) => Promise<void>;
}

/** Sealed tables of this module that are rewrapped when the master key changes. */
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
    name: "bank_events",
    contextOf: ({ scope, id }) => bankEventContext({ network: scope, id }),
    lockAfter: lockBankEventsAfter,
    update: updateSealedBankEvents,
  },
];
