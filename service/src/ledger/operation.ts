import type { Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { LedgerAccount } from "./ledger-account.ts";

/** One journal per tenant and network; nothing is posted across journals. */
export interface LedgerScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

/** One line of a posting set: positive units are added to the account, negative units removed. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly units: bigint;
}

/**
 * What can be recorded. The key identifies the operation, for example `transfer/<id>/complete`: the same operation
 * under the same key is recorded once, no matter how often it is requested.
 */
export type Operation = PostOperation | HoldOperation | PostHoldOperation | VoidHoldOperation;

/** A posting set: it sums to zero in each asset. */
export interface PostOperation {
  readonly type: "post";
  readonly key: string;
  readonly postings: readonly Posting[];
}

/** Moves units of one account from available to held. The hold is identified by this key. */
export interface HoldOperation {
  readonly type: "hold";
  readonly key: string;
  readonly account: LedgerAccount;
  readonly units: bigint;
}

/** Posts a hold in full or in part: what the set takes from the held account is posted, the rest is released. */
export interface PostHoldOperation {
  readonly type: "post_hold";
  readonly key: string;
  readonly holdKey: string;
  readonly postings: readonly Posting[];
}

/** Releases a hold in full. */
export interface VoidHoldOperation {
  readonly type: "void_hold";
  readonly key: string;
  readonly holdKey: string;
}

export type OperationType = Operation["type"];

/** Position of an operation in the journal; `repeated` if it was recorded before. */
export interface Recorded {
  readonly type: "recorded" | "repeated";
  readonly sequence: bigint;
  readonly at: Instant;
}
