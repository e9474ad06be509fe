import { loadAccessGraph, refuseAccess } from "../../access/index.ts";
import { auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { type ApiRequest, causeOf, sessionUserOf } from "../../http/route.ts";
import type { UserId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { findMembership, operatorRights } from "../../users/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import type { HeldSubject } from "./held-subject.ts";
import { decideRelease, type ReleaseRequest } from "./release-request.ts";
import { deleteRequest, lockRequest, putRequest, takeRequest } from "./request-store.ts";
import { requireNeededRight } from "./require-needed-right.ts";

export type DualApprovalDeps = Pick<ConsoleDeps, "database" | "clock" | "newId" | "config">;

/**
 * Called under the lock of the held item: true releases it. Above the threshold, the first release becomes a request,
 * and only the release of another user takes effect.
 */
export async function confirmRelease(
  deps: DualApprovalDeps,
  tx: Transaction,
  subject: HeldSubject,
  { request, reason }: { readonly request: ApiRequest; readonly reason: string },
): Promise<boolean> {
  await requireNeededRight(tx, subject, request);
  const { userId } = sessionUserOf(request);
  // What an approval rule let pass has had a second user.
  const dualApprovalAboveCents = request.isApproved === true ? undefined : deps.config.dualApprovalAboveCents;
  const key = keyOf(subject);
  const requested = await lockRequest(tx, key);
  const counting = await thatCounts(tx, subject, requested);
  const outcome = orThrow(decideRelease({ subject, dualApprovalAboveCents, request: counting, userId }));
  if (outcome.type === "release" && outcome.approves !== undefined)
    await requireSecondUser(deps, tx, { userId, first: outcome.approves });
  const { type } = subject;
  const change = { cause: causeOf(request), of: subject };
  if (outcome.type === "request") {
    const { network, cents, target, updatedAt: subjectUpdatedAt } = subject;
    await putRequest(tx, {
      ...key,
      network,
      cents,
      target,
      subjectUpdatedAt,
      requestedBy: userId,
      reason,
      requestedAt: deps.clock.now(),
    });
    const dollars = formatAmount({ units: cents, asset: usd });
    const after = { reason, dollars, target };
    await auditChange(deps, tx, { ...change, action: `${type}.request_release`, after });
    return false;
  }
  if (requested !== undefined) await deleteRequest(tx, key);
  if (outcome.approves !== undefined) {
    const { requestedBy, requestedAt } = outcome.approves;
    const before = { requested_by: requestedBy, requested_at: formatInstant(requestedAt) };
    await auditChange(deps, tx, { ...change, action: `${type}.approve_release`, before });
  }
  return true;
}

function keyOf({ tenantId, type, id }: HeldSubject) {
  return { tenantId, subjectType: type, subjectId: id };
}

/** Two users are two individuals as for approval rules. */
async function requireSecondUser(
  { clock, config }: DualApprovalDeps,
  tx: Transaction,
  { userId, first }: { readonly userId: UserId; readonly first: ReleaseRequest },
): Promise<void> {
  const participants = [first.requestedBy];
  const graph = await loadAccessGraph(tx, [...participants, userId]);
  const { newAccessMs } = config;
  const refusal = refuseAccess({ graph, participants, now: clock.now(), newAccessMs }, userId);
  if (refusal !== undefined) throw new RefusalError(refusal);
}

/** A request of a user who is disabled or may no longer decide does not count. */
async function thatCounts(
  tx: Transaction,
  { neededRight }: HeldSubject,
  requested: ReleaseRequest | undefined,
): Promise<ReleaseRequest | undefined> {
  if (requested === undefined) return undefined;
  const role = (await findMembership(tx, requested.requestedBy))?.operatorRole;
  return role !== undefined && operatorRights[role].platform.has(neededRight) ? requested : undefined;
}

/** Rejecting and returning need one user, and make an earlier request void. */
export async function forgetRequest(
  tx: Transaction,
  subject: HeldSubject,
  request: ApiRequest,
): Promise<true> {
  await requireNeededRight(tx, subject, request);
  await deleteRequest(tx, keyOf(subject));
  return true;
}

/** Either user can withdraw a request. */
export function withdrawRequest(
  deps: DualApprovalDeps,
  request: ApiRequest,
  { type, id, reason }: { readonly type: HeldSubject["type"]; readonly id: string; readonly reason: string },
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const taken = await takeRequest(tx, type, id);
    if (taken === undefined)
      throw new RefusalError(refuse("conflict", "there is no pending release request"));
    const { requestedBy, requestedAt } = taken;
    await auditChange(deps, tx, {
      cause: causeOf(request),
      action: `${type}.withdraw_release`,
      of: { ...taken, id },
      before: { requested_by: requestedBy, requested_at: formatInstant(requestedAt) },
      after: { reason },
    });
  });
}
