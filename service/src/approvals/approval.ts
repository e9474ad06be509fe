import type { RowOf } from "../db/table.ts";
import type { Id, Network } from "../kernel/id.ts";
import type { Counted } from "./count-amounts.ts";
import type { Party } from "./decide.ts";
import type { approvalDecisions, approvals } from "./tables.ts";

export type ApprovalId = Id<"approval">;

type ApprovalRow = RowOf<typeof approvals>;

/** An operation that waits for approvals, or waited. */
export interface Approval
  extends Omit<ApprovalRow, "request" | "requesterType" | "requesterId" | "result" | "mailedAt" | "facts"> {
  /** Undefined for both. */
  readonly affectedNetwork: Network | undefined;
  readonly assets: readonly string[];
  /** Of the address that receives it; undefined if its amounts are not added up. */
  readonly destination: string | undefined;
  /** The rules toward whose amounts it counts while it waits, and once it is executed. */
  readonly counted: Counted | undefined;
  readonly requester: Party;
  /** Whether a secret waits for the requester. */
  readonly hasResult: boolean;
}

export const approvalStatuses = ["pending", "executed", "failed", "rejected", "canceled", "expired"] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The result of the operation: where to find what it created, or why it was refused. */
export interface Outcome {
  readonly location?: string | undefined;
  readonly code?: string | undefined;
  readonly detail?: string | undefined;
}

/** What rules look at, besides the columns of an approval. */
export interface StoredFacts {
  readonly network: Network | "both";
  readonly assets: readonly string[];
  readonly destination?: string | undefined;
  readonly counted?: Counted | undefined;
}

/** An approval, a rejection or a comment. */
export interface ApprovalDecision
  extends Pick<RowOf<typeof approvalDecisions>, "id" | "kind" | "comment" | "decidedAt"> {
  readonly by: Party;
}
