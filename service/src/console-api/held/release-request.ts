import type { RowOf } from "../../db/table.ts";
import type { UserId } from "../../kernel/id.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { releaseRequests } from "../tables.ts";
import type { HeldSubject } from "./held-subject.ts";

/** The first user's release, which needs a second one. It is valid for what that user saw. */
export type ReleaseRequest = Omit<RowOf<typeof releaseRequests>, "tenantId" | "network" | "subjectType">;

export type ReleaseOutcome =
  /** It takes effect now; `approves` is the other user's request. */
  | { readonly type: "release"; readonly approves: ReleaseRequest | undefined }
  /** It needs a second user. */
  | { readonly type: "request" };

export interface ReleaseFacts {
  readonly subject: HeldSubject;
  /** Undefined if dual approval is never required. */
  readonly dualApprovalAboveCents: bigint | undefined;
  readonly request: ReleaseRequest | undefined;
  readonly userId: UserId;
}

/** Whether a user's release takes effect, or is the first of two. */
export function decideRelease(facts: ReleaseFacts): ReleaseOutcome | Refusal {
  const { subject, dualApprovalAboveCents, userId } = facts;
  const request = isOf(subject, facts.request) ? facts.request : undefined;
  const isFromAnother = request !== undefined && request.requestedBy !== userId;
  if (!needsDualApproval(subject, dualApprovalAboveCents) || isFromAnother) {
    return { type: "release", approves: isFromAnother ? request : undefined };
  }
  if (request === undefined) return { type: "request" };
  return refuse("conflict", "you requested this release; another user must approve it");
}

export function needsDualApproval(
  { cents }: Pick<HeldSubject, "cents">,
  dualApprovalAboveCents: bigint | undefined,
): boolean {
  return dualApprovalAboveCents !== undefined && cents > dualApprovalAboveCents;
}

/** A request for another amount or owner, or from before a change, does not count. */
export function isOf<Request extends ReleaseRequest>(
  subject: HeldSubject,
  request: Request | undefined,
): request is Request {
  return (
    request?.cents === subject.cents &&
    request.subjectUpdatedAt === subject.updatedAt &&
    request.target === subject.target
  );
}
