import { recordAudit } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import type { Instant } from "../kernel/instant.ts";
import { isRefusal, orThrow, RefusalError, refuse } from "../kernel/refusal.ts";
import type { Approval, ApprovalDecision, ApprovalStatus, Outcome } from "./approval.ts";
import { newApprovalEvent } from "./approval-events.ts";
import { type Execute, inSavepoint } from "./control-routes.ts";
import { type ApprovalFacts, type Party, refuseApprover, unmetDemands } from "./decide.ts";
import { loadApprover } from "./party.ts";
import { type ApprovalDeps, openRequest } from "./request-approval.ts";
import { type Demand, demandsOf } from "./rule.ts";
import { selectRules } from "./rule-store.ts";
import {
  type ApprovalKey,
  insertDecision,
  lockApproval,
  type StoredApproval,
  selectDecisions,
  updateApproval,
} from "./store.ts";

export interface DecideDeps extends ApprovalDeps {
  readonly executors: ReadonlyMap<string, Execute>;
}

export interface Decided {
  readonly key: ApprovalKey;
  readonly by: Party;
  readonly cause: Cause;
  readonly comment: string | undefined;
}

/**
 * Approves an operation. The approval that completes what the rules demand carries it out in the same transaction: it
 * happens once, and only together with the record of who approved it.
 */
export async function approve(deps: DecideDeps, tx: Transaction, decided: Decided): Promise<Approval> {
  const approval = await lockPending(deps, tx, decided.key);
  const { tenantId, requester } = approval;
  const demands = await currentDemands(tx, approval);
  const earlier = (await selectDecisions(tx, approval)).filter(({ kind }) => kind === "approve");
  const candidate = await loadApprover(tx, decided.by, tenantId);
  const approvers = [];
  for (const { by } of earlier) approvers.push(await loadApprover(tx, by, tenantId));
  const { newAccessMs } = deps.config;
  const facts: ApprovalFacts = { requester, demands, approvers, now: deps.clock.now(), newAccessMs };
  orThrow(refuseApprover(facts, candidate));
  const at = record(deps, tx, decided, "approve");
  const unmet = unmetDemands({ ...facts, approvers: [...approvers, candidate] });
  if (unmet.length > 0) return settle(deps, tx, approval, decided, { status: "pending", demands, at });
  const outcome = await execute(deps, tx, approval);
  const status = outcome.code === undefined ? "executed" : "failed";
  return settle(deps, tx, approval, decided, { status, outcome, demands, at });
}

/** Anyone whose approval would count can reject; one rejection ends it. */
export async function reject(deps: DecideDeps, tx: Transaction, decided: Decided): Promise<Approval> {
  const approval = await lockPending(deps, tx, decided.key);
  const demands = await currentDemands(tx, approval);
  const candidate = await loadApprover(tx, decided.by, approval.tenantId);
  const facts = {
    requester: approval.requester,
    demands,
    approvers: [],
    now: deps.clock.now(),
    newAccessMs: 0,
  };
  orThrow(refuseApprover(facts, { ...candidate, accessChanges: [] }));
  const at = record(deps, tx, decided, "reject");
  return settle(deps, tx, approval, decided, { status: "rejected", demands, at });
}

/** Only the requester can cancel it. */
export async function cancel(deps: DecideDeps, tx: Transaction, decided: Decided): Promise<Approval> {
  const approval = await lockPending(deps, tx, decided.key);
  const { requester, demands } = approval;
  if (requester.type !== decided.by.type || requester.id !== decided.by.id)
    throw new RefusalError(refuse("not_permitted", "only the requester can cancel it"));
  return settle(deps, tx, approval, decided, { status: "canceled", demands, at: deps.clock.now() });
}

export async function addComment(deps: DecideDeps, tx: Transaction, decided: Decided): Promise<Approval> {
  const approval = await lockPending(deps, tx, decided.key);
  record(deps, tx, decided, "comment");
  await audit(deps, tx, approval, decided, "approval.comment");
  return approval;
}

/** Ends an approval that was not completed in time. */
export async function expire(
  deps: ApprovalDeps,
  tx: Transaction,
  key: ApprovalKey,
  cause: Cause,
): Promise<void> {
  const approval = await lockApproval(tx, key);
  const now = deps.clock.now();
  if (approval?.status !== "pending" || approval.expiresAt > now) return;
  await settle(deps, tx, approval, { cause }, { status: "expired", demands: approval.demands, at: now });
}

async function lockPending(deps: ApprovalDeps, tx: Transaction, key: ApprovalKey): Promise<StoredApproval> {
  const approval = await lockApproval(tx, key);
  if (approval === undefined)
    throw new RefusalError(refuse("not_found", "there is no approval with this id"));
  if (approval.status !== "pending")
    throw new RefusalError(refuse("conflict", `the approval is ${approval.status}`));
  if (approval.expiresAt <= deps.clock.now())
    throw new RefusalError(refuse("conflict", "the approval has expired"));
  return approval;
}

/** Rules that were set since the request count, too. */
async function currentDemands(tx: Transaction, approval: StoredApproval): Promise<readonly Demand[]> {
  const known = new Set(approval.demands.map(({ id }) => id));
  const current = demandsOf(await selectRules(tx, approval.tenantId), approval);
  return [...approval.demands, ...current.filter(({ id }) => !known.has(id))];
}

function record(
  deps: ApprovalDeps,
  tx: Transaction,
  decided: Decided,
  kind: ApprovalDecision["kind"],
): Instant {
  const { key, by, comment } = decided;
  const at = deps.clock.now();
  insertDecision(tx, key, { id: deps.newId<"approval-decision">(), kind, by, comment, at });
  return at;
}

/** In the name of the requester, if they still may. */
async function execute(deps: DecideDeps, tx: Transaction, approval: StoredApproval): Promise<Outcome> {
  const response = await inSavepoint(tx, async () => {
    const { memberRole, operatorRole } = await loadApprover(tx, approval.requester, approval.tenantId);
    if ((memberRole ?? operatorRole) === undefined)
      return refuse("not_permitted", "the requester no longer has access");
    const carryOut = deps.executors.get(approval.endpoint);
    if (carryOut === undefined)
      return refuse("unprocessable", "this version of the service cannot carry it out");
    return carryOut(tx, openRequest(deps, approval));
  });
  if (isRefusal(response)) return { code: response.code, detail: response.detail };
  return { location: response.headers?.["location"] };
}

interface Settlement {
  readonly status: ApprovalStatus;
  readonly outcome?: Outcome;
  readonly demands: readonly Demand[];
  readonly at: Instant;
}

async function settle(
  deps: ApprovalDeps,
  tx: Transaction,
  approval: StoredApproval,
  decided: Pick<Decided, "cause"> & Partial<Decided>,
  { status, outcome, demands, at }: Settlement,
): Promise<Approval> {
  updateApproval(tx, approval, { status, outcome, demands, at });
  const settled: Approval = { ...approval, status, outcome, demands, updatedAt: at };
  const event = status === "pending" ? "approved" : status;
  await audit(deps, tx, settled, decided, `approval.${verbs[event]}`);
  await deps.eventLog.append(tx, approval, [newApprovalEvent(event, settled)]);
  return settled;
}

const verbs = {
  approved: "approve",
  executed: "execute",
  failed: "fail",
  rejected: "reject",
  canceled: "cancel",
  expired: "expire",
} as const;

function audit(
  deps: ApprovalDeps,
  tx: Transaction,
  approval: Approval,
  { cause, comment }: Pick<Decided, "cause"> & Partial<Decided>,
  action: string,
): Promise<void> {
  const { id, accountId, operation, status, outcome } = approval;
  const after = {
    operation,
    status,
    ...(comment === undefined ? {} : { comment }),
    ...(outcome?.code === undefined ? {} : { code: outcome.code }),
  };
  return recordAudit(deps, tx, approval, [
    { cause, action, subject: { type: "approval", id }, accountId, after },
  ]);
}
