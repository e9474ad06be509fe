import type { Session, Transaction } from "../../db/database.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { ChainOperation, FailureReason } from "../chain.ts";
import type { ChainName } from "../chain-name.ts";

/** An operation that has to happen on a chain exactly once, and what has become of it. */
export interface ChainWork {
  /** Adds work in the transaction that makes it necessary. The same id again is the same work. */
  enqueue(tx: Transaction, work: readonly NewChainWork[]): Promise<void>;
  /** How far each has come; those that do not exist are left out. */
  progress(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, ChainWorkProgress>>;
}

export interface NewChainWork {
  /** An id of ours; also the reference on the chain, unless the operation says another. */
  readonly id: string;
  readonly network: Network;
  readonly chain: ChainName;
  /** Undefined for the platform's own work. */
  readonly tenantId: TenantId | undefined;
  /** Who is told how it ended: the name of a ChainWorkOwner. */
  readonly owner: string;
  /** What it is done for, such as the id of a mint. */
  readonly subject: string;
  readonly operation: ChainOperation;
}

export type ChainWorkState = "queued" | "sending" | "included" | "done" | "failed";

export interface ChainWorkProgress {
  readonly state: ChainWorkState;
  /** Of the transaction that was included, or of the latest that was sent; undefined before any was signed. */
  readonly transactionId: string | undefined;
}

/** A domain module that has work done on chains. */
export interface ChainWorkOwner {
  readonly name: string;
  /**
   * Final outcomes of one tenant and network, in the transaction that marks them as told. Called once for each; must
   * have no effect but through the transaction, and records in the ledger last.
   */
  settle(tx: Transaction, scope: ChainWorkScope, settled: readonly SettledWork[]): Promise<void>;
}

export interface ChainWorkScope {
  readonly tenantId: TenantId | undefined;
  readonly network: Network;
}

export interface SettledWork {
  readonly id: string;
  readonly chain: ChainName;
  readonly subject: string;
  readonly operation: ChainOperation;
  readonly outcome: WorkOutcome;
}

export type WorkOutcome =
  | { readonly ok: true; readonly transactionId: string; readonly contract: string | undefined }
  | {
      readonly ok: false;
      readonly reason: FailureReason;
      readonly detail: string;
      readonly transactionId: string | undefined;
    };
