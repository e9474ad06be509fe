import type { Session, Transaction } from "../../db/database.ts";
import type { RowOf } from "../../db/table.ts";
import type { ChainOperation, FailureReason } from "../chain.ts";
import type { chainWork } from "../tables.ts";

/** Operations that take effect on a chain exactly once, and their progress. */
export interface ChainWork {
  /** Enqueues operations in the database transaction that requires them. Enqueuing the same id again has no effect. */
  enqueue(tx: Transaction, work: readonly NewChainWork[]): Promise<void>;
  /** Progress of each operation; unknown ids are left out. */
  progress(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, ChainWorkProgress>>;
}

export type NewChainWork = Pick<
  RowOf<typeof chainWork>,
  "id" | "network" | "chain" | "tenantId" | "owner" | "subject"
> & { readonly operation: ChainOperation };

export type ChainWorkState = "queued" | "sending" | "included" | "done" | "failed";

export interface ChainWorkProgress {
  readonly state: ChainWorkState;
  /** Id of the included transaction, or of the latest one sent; undefined before any was signed. */
  readonly transactionId: string | undefined;
}

/** A domain module with operations on chains. */
export interface ChainWorkOwner {
  readonly name: string;
  /**
   * Final outcomes of one tenant and network, in the database transaction that marks them as settled. Called once per
   * operation. Must have no effect outside the transaction, and must post to the ledger last.
   */
  settle(tx: Transaction, scope: ChainWorkScope, settled: readonly SettledWork[]): Promise<void>;
}

export type ChainWorkScope = Pick<NewChainWork, "tenantId" | "network">;

export interface SettledWork extends Pick<NewChainWork, "id" | "chain" | "subject" | "operation"> {
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
