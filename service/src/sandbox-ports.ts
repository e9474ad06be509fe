import type { ChainKey } from "./chains/chain-name.ts";
import type { LocalChains } from "./chains/local-chains.ts";
import type { Database, Session } from "./db/database.ts";
import type { KeyRing } from "./kernel/envelope.ts";
import type { Network, NewId, TenantId } from "./kernel/id.ts";
import type { Clock } from "./kernel/instant.ts";
import type { Bank } from "./rails/bank.ts";
import type { BankSimulator, SimulatedClock } from "./rails/bank-simulator.ts";

/** What the package `@florin/sandbox` provides. Below is all that it may use of the service. */
export interface Sandbox {
  createBank(options: SandboxBankOptions): SandboxBank;
  /** Returns the function that starts them. Their engines are native code, not available on all platforms. */
  loadLocalChains(): Promise<(options: LocalChainsOptions) => Promise<LocalChains>>;
}

export interface SandboxBank {
  readonly bank: Bank;
  readonly simulator: BankSimulator;
}

export interface SandboxBankOptions {
  readonly network: Network;
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly keyRing: KeyRing;
  /** Clock mode until one is chosen. */
  readonly clockMode: SimulatedClock["mode"];
  readonly secondsDelayMs: number;
  /** The tenants of entries, by their references in files; without it, every entry goes by the bank's own clock. */
  readonly tenantsOf?: (
    session: Session,
    references: readonly string[],
  ) => Promise<ReadonlyMap<string, TenantId>>;
  /** Called after the commit of a simulated action: the bank may have files now, or at another time. */
  readonly onChange?: () => void;
}

export interface LocalChainsOptions {
  /** Folder of their journals, so that a restart continues; undefined for chains in memory. */
  readonly folder: string | undefined;
  readonly requested: readonly ChainKey[];
  /** Block time of each chain. */
  readonly blockTimeMs?: number;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export type { Chain } from "./chains/chain.ts";
export { type ChainKey, type ChainName, familyOf, isChainName } from "./chains/chain-name.ts";
export {
  type LocalChains,
  localBlockTimeMs,
  localChainId,
  localConfirmations,
  localPassphrases,
} from "./chains/local-chains.ts";
export { createNodePool, type NodePool } from "./chains/node-pool.ts";
export type { KeyRole, Signer } from "./chains/signer.ts";
export type { Database, Session, Transaction } from "./db/database.ts";
export { isAlive } from "./db/embedded/process-state.ts";
export { statement } from "./db/statement.ts";
export type { RowOf } from "./db/table.ts";
export { assert } from "./kernel/assert.ts";
export { type KeyRing, open, seal } from "./kernel/envelope.ts";
export type { Id, Network, NewId, TenantId } from "./kernel/id.ts";
export { addMs, type Clock, formatInstant, type Instant, instantFromMs } from "./kernel/instant.ts";
export type { Random } from "./kernel/random.ts";
export { RefusalError, refuse } from "./kernel/refusal.ts";
export { type Shape, ShapeError, shapeOf } from "./kernel/shape.ts";
export {
  type Bank,
  type BankFile,
  type BankIdentity,
  BankUnavailableError,
  type DeliveredEntry,
  type DeliveredFile,
  type RailTimes,
} from "./rails/bank.ts";
export type {
  BankSimulator,
  SimulatedClock,
  SimulatedEntry,
  SimulatedIncomingPayment,
} from "./rails/bank-simulator.ts";
export type { BankReason } from "./rails/bank-work.ts";
export { addDays, bankDate, parseBankDate } from "./rails/calendar/bank-date.ts";
export { bankingDayFrom, nextBankingDay } from "./rails/calendar/banking-day.ts";
export { bankDateOf, instantAt, type TimeOfDay, timeOfDayOf } from "./rails/calendar/new-york.ts";
export { railTimes } from "./rails/calendar/rail-times.ts";
export { modifierOf, uetrOf } from "./rails/engine/bank-reference.ts";
export type {
  AccountReport,
  CreditTransfer,
  CreditTransfers,
  IsoMessage,
  IsoParty,
  PaymentReturn,
  PaymentReturns,
  ReportedAccount,
  ReportedEntry,
  ReportedTransaction,
  StatusReport,
  TransactionStatusReport,
} from "./rails/iso20022/iso-message.ts";
export { isoProfiles, referenceOf } from "./rails/iso20022/iso-profile.ts";
export { readIsoMessage } from "./rails/iso20022/read-iso-message.ts";
export { reasonText } from "./rails/iso20022/reason-codes.ts";
export { writeAccountReport } from "./rails/iso20022/write-account-report.ts";
export { writePaymentReturns } from "./rails/iso20022/write-payment-returns.ts";
export { writeStatusReport } from "./rails/iso20022/write-status-report.ts";
export type { NachaBatch, NachaEntry, NachaFile } from "./rails/nacha/nacha-file.ts";
export { readNacha } from "./rails/nacha/read-nacha.ts";
export { returnCodeOf } from "./rails/nacha/return-codes.ts";
export { returnCodeFor, transactionCodeOf } from "./rails/nacha/transaction-codes.ts";
export { writeNacha } from "./rails/nacha/write-nacha.ts";
export {
  type BankRail,
  bankRails,
  isDebit,
  mostCentsBy,
  paymentSystemOf,
  type RailSystem,
  railOf,
  railSystems,
  returnRailOf,
  systemOf,
} from "./rails/rail.ts";
export { sandboxIdentity } from "./rails/sandbox-identity.ts";
export {
  sandboxBankBookings,
  sandboxBankClocks,
  sandboxBankDeliveries,
  sandboxBankFiles,
  sandboxBankItems,
  sandboxBanks,
  sandboxFileContext,
  sandboxItemContext,
} from "./sandbox-tables.ts";
