import type { Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { LedgerAccount } from "./ledger-account.ts";

/** Whose journal: one per tenant and network, and nothing crosses. */
export interface LedgerScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

/** One line of a posting set: positive units come into the account, negative units leave it. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly units: bigint;
}

/**
 * What can be recorded. The key names the deed itself, say `transfer/<id>/complete`: the same deed under the same key is
 * recorded once, however often it is asked for.
 */
export type Operation = PostOperation | HoldOperation | PostHoldOperation | VoidHoldOperation;

/** A posting set: it sums to zero in each asset. */
export interface PostOperation {
  readonly type: "post";
  readonly key: string;
  readonly postings: readonly Posting[];
}

/** Moves units of one account from available to held. The hold is known by this key. */
export interface HoldOperation {
  readonly type: "hold";
  readonly key: string;
  readonly account: LedgerAccount;
  readonly units: bigint;
}

/** Posts a hold in full or in part: what the set takes from the held account is posted, the rest is available again. */
export interface PostHoldOperation {
  readonly type: "post_hold";
  readonly key: string;
  readonly holdKey: string;
  readonly postings: readonly Posting[];
}

/** Gives all of a hold back. */
export interface VoidHoldOperation {
  readonly type: "void_hold";
  readonly key: string;
  readonly holdKey: string;
}

export type OperationType = Operation["type"];

/** Where in the journal an operation stands; `repeated` when it stood there before. */
export interface Recorded {
  readonly type: "recorded" | "repeated";
  readonly sequence: bigint;
  readonly at: Instant;
}
