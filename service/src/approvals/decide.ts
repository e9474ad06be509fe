import { type AccessFacts, refuseAccess } from "../access/index.ts";
import { type Refusal, refuse } from "../kernel/refusal.ts";
import type { Demand } from "./rule.ts";

/** A user or an application. */
export interface Party {
  readonly type: "user" | "application";
  readonly id: string;
}

/** Someone who may approve, as they are now. */
export interface Approver extends Party {
  /** Undefined if they have none any more, or are disabled or revoked. */
  readonly operatorRole: string | undefined;
  /** Of an application, `application`. */
  readonly memberRole: string | undefined;
}

export interface DemandFacts {
  readonly requester: Party;
  readonly demands: readonly Demand[];
  /** Those who approved so far, in order. */
  readonly approvers: readonly Approver[];
}

export interface ApprovalFacts extends DemandFacts, Omit<AccessFacts, "participants"> {}

/** Whether this party may approve now; undefined if so. */
export function refuseApprover(facts: ApprovalFacts, candidate: Approver): Refusal | undefined {
  return refuseRole(facts, candidate) ?? refuseBeside(facts, countingApprovers(facts), candidate);
}

/** Whether this party decides about it at all. */
export function refuseRole(
  { requester, demands, approvers }: DemandFacts,
  candidate: Approver,
): Refusal | undefined {
  if (isSame(requester, candidate))
    return refuse("not_permitted", "you requested this; another user must approve it");
  if (approvers.some((approver) => isSame(approver, candidate)))
    return refuse("conflict", "you have already approved this");
  if (!demands.some((demand) => fits(demand, candidate)))
    return refuse("not_permitted", "your role does not count for this approval");
  return undefined;
}

function refuseBeside(
  facts: ApprovalFacts,
  counting: readonly Party[],
  candidate: Party,
): Refusal | undefined {
  const participants = [facts.requester, ...counting].map(({ id }) => id);
  return refuseAccess({ ...facts, participants }, candidate.id);
}

/** The demands that are not met yet. A user who has lost the role, or whose access has changed, does not count. */
export function unmetDemands(facts: ApprovalFacts): readonly Demand[] {
  const counting = countingApprovers(facts);
  return facts.demands.filter(
    (demand) => counting.filter((approver) => fits(demand, approver)).length < demand.approvals,
  );
}

/** Each approver is checked against the requester and those who count before. */
function countingApprovers(facts: ApprovalFacts): readonly Approver[] {
  const counting: Approver[] = [];
  for (const approver of facts.approvers) {
    const refusal =
      refuseRole({ ...facts, approvers: counting }, approver) ?? refuseBeside(facts, counting, approver);
    if (refusal === undefined) counting.push(approver);
  }
  return counting;
}

function fits({ setBy, approverRoles }: Demand, { operatorRole, memberRole }: Approver): boolean {
  const own = setBy === "platform" ? operatorRole : memberRole;
  return own !== undefined && approverRoles.includes(own);
}

export function isSame(one: Party, other: Party): boolean {
  return one.type === other.type && one.id === other.id;
}
