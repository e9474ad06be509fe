export { findAccountByPath } from "./account-path.ts";
export type { Balance } from "./balance.ts";
export { type LedgerAccount, ledgerAccountKinds, pathOf } from "./ledger-account.ts";
export type { LedgerScope, Operation, Posting } from "./operation.ts";
export type { Finding } from "./proving/finding.ts";
export { rebuildProjections } from "./proving/rebuild-projections.ts";
export {
  beginRound,
  continueRound,
  endRound,
  type RoundCounts,
  type RoundName,
  selectLastRound as findLastRound,
} from "./proving/rounds-store.ts";
export { type Verification, type VerifyProgress, verifyJournal } from "./proving/verify-journal.ts";
export { selectAssets as listAssets } from "./proving/verify-store.ts";
export {
  readStatement,
  readStatementEntries,
  type StatementEntry,
  type StatementSummary,
  streamStatement,
  summariseStatement,
} from "./reading/account-statement.ts";
export { balanceAt } from "./reading/balance-history.ts";
export { readBalancesOverTime } from "./reading/balances-over-time.ts";
export { listJournals, nextJournal, readHead } from "./reading/journals.ts";
export {
  findRecord,
  findSequenceAt,
  type LedgerRecord,
  listRecords,
  listRecordsBetween,
} from "./reading/list-records.ts";
export { listTurnovers } from "./reading/list-turnovers.ts";
export { listOpenHolds } from "./reading/open-holds.ts";
export {
  type BalanceFilter,
  listBalances,
  readBalances,
  streamBalances,
  sumBalances,
} from "./reading/read-balances.ts";
export { statementCsv } from "./reading/statement-csv.ts";
export { statementJson } from "./reading/statement-json.ts";
export {
  type JournalStatus,
  journalHeads,
  journalView,
  ledgerAccountView,
  selectStatus as findJournalStatus,
  selectStatuses as listStatuses,
} from "./reading/statuses-store.ts";
export { totalOverTenants } from "./reading/total-over-tenants.ts";
export { readTrialBalance, type TrialBalance } from "./reading/trial-balance.ts";
export type { AccountTurnover } from "./reading/turnover-store.ts";
export { createLedgerWriter } from "./recording/ledger-writer.ts";
export { recordOperations } from "./recording/record-operations.ts";
