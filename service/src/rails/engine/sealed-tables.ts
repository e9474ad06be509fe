import { type SealedTable, sealedTable } from "../../db/sealed-table.ts";
import { bankEventContext } from "./bank-event-store.ts";
import { fileContext } from "./file-store.ts";
import { entryContext } from "./sealed-entry.ts";

/** Parts of encryption contexts. A row has the members that are its key. */
interface BankKey {
  readonly tenantId: string;
  readonly network: string;
  readonly id: string;
}

/** Sealed tables of this module that are rewrapped when the master key changes. */
export const sealedBankTables: readonly SealedTable<BankKey & { readonly sealed: Buffer }>[] = [
  sealedTable<BankKey>({ name: "bank_entries", key: ["tenantId", "id"], contextOf: entryContext }),
  sealedTable<BankKey>({ name: "bank_files", key: ["id", "network"], contextOf: fileContext }),
  sealedTable<BankKey>({ name: "bank_events", key: ["id", "network"], contextOf: bankEventContext }),
];
