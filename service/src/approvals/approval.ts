import type { AccountId, Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { Counted } from "./count-amounts.ts";
import type { Party } from "./decide.ts";
import type { ControlledOperation, Demand } from "./rule.ts";

export type ApprovalId = Id<"approval">;

/** An operation that waits for approvals, or waited. */
export interface Approval {
  readonly tenantId: TenantId;
  /** Of the workspace in which it was requested. */
  readonly network: Network;
  /** Undefined for both. */
  readonly affectedNetwork: Network | undefined;
  readonly id: ApprovalId;
  readonly accountId: AccountId;
  readonly operation: ControlledOperation;
  /** The operation id of the endpoint that carries it out. */
  readonly endpoint: string;
  /** What approvers see. */
  readonly summary: Readonly<Record<string, string>>;
  readonly cents: bigint | undefined;
  readonly assets: readonly string[];
  /** Of the address that receives it; undefined if its amounts are not added up. */
  readonly destination: string | undefined;
  /** The rules toward whose amounts it counts while it waits, and once it is executed. */
  readonly counted: Counted | undefined;
  readonly requester: Party;
  readonly requesterRole: string;
  readonly demands: readonly Demand[];
  readonly status: ApprovalStatus;
  /** A command of an operator, which tenants do not see. */
  readonly isOfOperators: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly expiresAt: Instant;
  readonly outcome: Outcome | undefined;
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

/** An approval, a rejection or a comment. */
export interface ApprovalDecision {
  readonly id: Id<"approval-decision">;
  readonly kind: "approve" | "reject" | "comment";
  readonly by: Party;
  readonly comment: string | undefined;
  readonly at: Instant;
}
