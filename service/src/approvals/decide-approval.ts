import { loadAccessGraph } from "../access/index.ts";
import { auditChange } from "../audit/index.ts";
import type { Session, Transaction } from "../db/database.ts";
import type { Cause } from "../kernel/cause.ts";
import { open, seal } from "../kernel/envelope.ts";
import type { Instant } from "../kernel/instant.ts";
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import type { Approval, ApprovalDecision, ApprovalStatus, Outcome } from "./approval.ts";
import { type Executors, inSavepoint } from "./control-routes.ts";
import { releaseAmounts } from "./count-amounts.ts";
import {
  type ApprovalFacts,
  type Approver,
  isSame,
  type Party,
  refuseApprover,
  refuseRole,
  unmetDemands,
} from "./decide.ts";
import { loadApprover, scopesNow } from "./party.ts";
import { type ApprovalDeps, announce, auditedApproval, openRequest } from "./request-approval.ts";
import { type Demand, demandsOf } from "./rule.ts";
import { selectRules } from "./rule-store.ts";
import {
  type ApprovalKey,
  insertDecision,
  lockApproval,
  type StoredApproval,
  selectDecisions,
  takeResult,
  updateApproval,
} from "./store.ts";
import { resultContext } from "./tables.ts";

export interface DecideDeps extends ApprovalDeps {
  readonly executors: Executors;
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
  const { facts, candidate } = await loadFacts(deps, tx, approval, decided.by);
  orThrow(refuseOtherNetwork(approval, decided.by) ?? refuseApprover(facts, candidate));
  const at = record(deps, tx, decided, "approve");
  const { demands } = facts;
  const unmet = unmetDemands({ ...facts, approvers: [...facts.approvers, candidate] });
  if (unmet.length > 0) return settle(deps, tx, approval, decided, { status: "pending", demands, at });
  return settle(deps, tx, approval, decided, { ...(await execute(deps, tx, approval)), demands, at });
}

/** An application has no rights on the other network, so it does not decide about what changes it. */
function refuseOtherNetwork({ network, affectedNetwork }: Approval, by: Party): Refusal | undefined {
  if (by.type === "user" || affectedNetwork === network) return undefined;
  return refuse("not_permitted", `this does not concern ${network} alone; a user of the console must decide`);
}

/** Why this party cannot approve it now; undefined if they can. */
export async function findRefusal(
  deps: Pick<ApprovalDeps, "clock" | "config">,
  session: Session,
  approval: Approval,
  by: Party,
): Promise<Refusal | undefined> {
  if (approval.status !== "pending") return refuse("conflict", `the approval is ${approval.status}`);
  const { facts, candidate } = await loadFacts(deps, session, approval, by);
  return refuseApprover(facts, candidate);
}

async function loadFacts(
  { clock, config: { newAccessMs } }: Pick<ApprovalDeps, "clock" | "config">,
  session: Session,
  approval: Approval,
  by: Party,
): Promise<{ readonly facts: ApprovalFacts; readonly candidate: Approver }> {
  const { tenantId, requester } = approval;
  const demands = await currentDemands(session, approval);
  const earlier = (await selectDecisions(session, approval)).filter(({ kind }) => kind === "approve");
  const candidate = await loadApprover(session, by, tenantId);
  const approvers = [];
  for (const approved of earlier) approvers.push(await loadApprover(session, approved.by, tenantId));
  const graph = await loadAccessGraph(
    session,
    [requester, candidate, ...approvers].map(({ id }) => id),
  );
  return { facts: { requester, demands, approvers, graph, now: clock.now(), newAccessMs }, candidate };
}

/** Anyone with the role to approve it can reject; one rejection ends it. */
export async function reject(deps: DecideDeps, tx: Transaction, decided: Decided): Promise<Approval> {
  const approval = await lockPending(deps, tx, decided.key);
  orThrow(refuseOtherNetwork(approval, decided.by));
  const demands = await currentDemands(tx, approval);
  const candidate = await loadApprover(tx, decided.by, approval.tenantId);
  orThrow(refuseRole({ requester: approval.requester, demands, approvers: [] }, candidate));
  const at = record(deps, tx, decided, "reject");
  return settle(deps, tx, approval, decided, { status: "rejected", demands, at });
}

/** Only the requester can cancel it. */
export async function cancel(deps: DecideDeps, tx: Transaction, decided: Decided): Promise<Approval> {
  const approval = await lockPending(deps, tx, decided.key);
  const { requester, demands } = approval;
  if (!isSame(requester, decided.by))
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

export async function lockPending(
  deps: ApprovalDeps,
  tx: Transaction,
  key: ApprovalKey,
): Promise<StoredApproval> {
  const approval = await lockApproval(tx, key);
  if (approval === undefined) throw notFound();
  if (approval.status !== "pending")
    throw new RefusalError(refuse("conflict", `the approval is ${approval.status}`));
  if (approval.expiresAt <= deps.clock.now())
    throw new RefusalError(refuse("conflict", "the approval has expired"));
  return approval;
}

export function notFound(): RefusalError {
  return new RefusalError(refuse("not_found", "there is no approval with this id"));
}

/** Rules that were set since the request count, too. */
export async function currentDemands(session: Session, approval: Approval): Promise<readonly Demand[]> {
  const known = new Set(approval.demands.map(({ id }) => id));
  const current = demandsOf(await selectRules(session, approval.tenantId), approval);
  return [...approval.demands, ...current.filter(({ id }) => !known.has(id))];
}

function record(
  deps: ApprovalDeps,
  tx: Transaction,
  decided: Decided,
  kind: ApprovalDecision["kind"],
): Instant {
  const { key, by, comment } = decided;
  const decidedAt = deps.clock.now();
  insertDecision(tx, key, { id: deps.newId<"approval-decision">(), kind, by, comment, decidedAt });
  return decidedAt;
}

/** In the name of the requester, with the rights that they have now. */
export async function execute(
  deps: DecideDeps,
  tx: Transaction,
  approval: StoredApproval,
): Promise<Pick<Settlement, "status" | "outcome" | "result">> {
  const executor = deps.executors.get(approval.endpoint);
  const response = await inSavepoint(tx, async () => {
    if (executor === undefined)
      return refuse("unprocessable", "this version of the service cannot carry it out");
    const scopes = await scopesNow(tx, approval, executor.permission);
    if (scopes === undefined) return refuse("not_permitted", "the requester no longer has access");
    return executor.execute(tx, { ...openRequest(deps, approval, scopes), isApproved: true });
  });
  if (isRefusal(response))
    return { status: "failed", outcome: { code: response.code, detail: response.detail } };
  const outcome = { location: response.headers?.["location"] };
  if (executor?.returnsSecret !== true) return { status: "executed", outcome };
  const result = seal(deps.keyRing, Buffer.from(JSON.stringify(response.body)), resultContext(approval));
  return { status: "executed", outcome, result };
}

/** A secret is for the requester alone, once. */
export async function readResult(deps: DecideDeps, tx: Transaction, decided: Decided): Promise<unknown> {
  const approval = await lockApproval(tx, decided.key);
  if (approval === undefined) throw notFound();
  if (!isSame(approval.requester, decided.by))
    throw new RefusalError(refuse("not_permitted", "only the requester can take the result"));
  const sealed = await takeResult(tx, approval);
  if (sealed === undefined)
    throw new RefusalError(refuse("conflict", "there is no result, or it was taken before"));
  await audit(deps, tx, approval, decided, "approval.take_result");
  return JSON.parse(open(deps.keyRing, sealed, resultContext(approval)).toString());
}

interface Settlement {
  readonly status: ApprovalStatus;
  readonly outcome?: Outcome;
  /** Sealed. */
  readonly result?: Buffer;
  readonly demands: readonly Demand[];
  readonly at: Instant;
}

export async function settle(
  deps: ApprovalDeps,
  tx: Transaction,
  approval: StoredApproval,
  decided: Pick<Decided, "cause"> & Partial<Decided>,
  { status, outcome, result, demands, at }: Settlement,
): Promise<Approval> {
  updateApproval.later(tx, { ...approval, status, outcome, result, demands, updatedAt: at });
  if (status !== "pending" && status !== "executed") await release(tx, approval);
  const hasResult = result !== undefined;
  const settled: Approval = { ...approval, status, outcome, hasResult, demands, updatedAt: at };
  const event = status === "pending" ? "approved" : status;
  await audit(deps, tx, settled, decided, `approval.${verbs[event]}`);
  await announce(deps, tx, event, settled);
  return settled;
}

/** What does not happen does not count toward the amounts of rules. */
async function release(tx: Transaction, approval: StoredApproval): Promise<void> {
  const { tenantId, counted, cents = 0n, createdAt: countedAt } = approval;
  if (counted !== undefined) await releaseAmounts(tx, tenantId, counted, { cents, countedAt });
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
  const { operation, status, outcome } = approval;
  const after = { operation, status, comment, code: outcome?.code };
  return auditChange(deps, tx, { cause, action, of: auditedApproval(approval), after });
}
