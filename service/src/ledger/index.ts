export type { LedgerAccount, LedgerAccountKind } from "./ledger-account.ts";
export { createLedgerWriter, type LedgerWriter } from "./ledger-writer.ts";
export type { LedgerScope, Operation, Posting, Recorded } from "./operation.ts";
export { recordOperations } from "./record-operations.ts";
