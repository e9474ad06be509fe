import type { Instant } from "../kernel/instant.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { Demand } from "./rule.ts";

/** A user or an application. */
export interface Party {
  readonly type: "user" | "application";
  readonly id: string;
}

/** Someone who may approve, as they are now. */
export interface Approver extends Party {
  /** Undefined if they have none any more, or are disabled. */
  readonly operatorRole: string | undefined;
  readonly memberRole: string | undefined;
  /** Invitations, role changes and resets, with their authors. */
  readonly accessChanges: readonly AccessChange[];
}

export interface AccessChange {
  readonly kind: "invited" | "role" | "reset";
  /** Undefined for the service itself, and for an operator at the command line. */
  readonly by: string | undefined;
  readonly at: Instant;
}

export interface ApprovalFacts {
  readonly requester: Party;
  readonly demands: readonly Demand[];
  /** Those who approved so far, in order. */
  readonly approvers: readonly Approver[];
  readonly now: Instant;
  /** How long after a change of access a user does not count. */
  readonly newAccessMs: number;
}

/** Whether this party may approve now; undefined if so. */
export function refuseApprover(facts: ApprovalFacts, candidate: Approver): Refusal | undefined {
  const { requester, demands, approvers } = facts;
  if (isSame(requester, candidate))
    return refuse("not_permitted", "you requested this; another user must approve it");
  if (approvers.some((approver) => isSame(approver, candidate)))
    return refuse("conflict", "you have already approved this");
  if (!demands.some((demand) => fits(demand, candidate)))
    return refuse("not_permitted", "your role does not count for this approval");
  const { now, newAccessMs } = facts;
  return refuseAccess({ participants: [requester, ...approvers], now, newAccessMs }, candidate);
}

/** The demands that are not met yet. A user who has lost the role, or whose access has changed, does not count. */
export function unmetDemands(facts: ApprovalFacts): readonly Demand[] {
  const counting = countingApprovers(facts);
  return facts.demands.filter(
    (demand) => counting.filter((approver) => fits(demand, approver)).length < demand.approvals,
  );
}

/** Each approver is checked against the requester and those who approved before. */
function countingApprovers(facts: ApprovalFacts): readonly Approver[] {
  const counting: Approver[] = [];
  for (const approver of facts.approvers) {
    if (refuseApprover({ ...facts, approvers: counting }, approver) === undefined) counting.push(approver);
  }
  return counting;
}

function fits({ setBy, approverRoles }: Demand, { type, operatorRole, memberRole }: Approver): boolean {
  const own = setBy === "platform" ? operatorRole : type === "application" ? "application" : memberRole;
  return own !== undefined && approverRoles.includes(own);
}

export interface AccessFacts extends Pick<ApprovalFacts, "now" | "newAccessMs"> {
  /** The requester, and those who approved before. */
  readonly participants: readonly Party[];
}

/**
 * A user is not a second user while their access is new, and never for the user who invited or reset them, who may still
 * hold their credentials.
 */
export function refuseAccess(
  { participants, now, newAccessMs }: AccessFacts,
  { accessChanges }: Pick<Approver, "accessChanges">,
): Refusal | undefined {
  if (accessChanges.some(({ at }) => now - at < newAccessMs))
    return refuse("not_permitted", "your access changed recently; you cannot approve yet");
  const others = participants.filter(({ type }) => type === "user").map(({ id }) => id);
  const isMadeBy = accessChanges.some(
    ({ kind, by }) => kind !== "role" && by !== undefined && others.includes(by),
  );
  if (!isMadeBy) return undefined;
  return refuse("not_permitted", "you were invited or reset by another participant of this approval");
}

export function isSame(one: Party, other: Party): boolean {
  return one.type === other.type && one.id === other.id;
}
