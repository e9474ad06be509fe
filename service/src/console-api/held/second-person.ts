import { recordAudit } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import { type ApiRequest, causeOf, visitorOf } from "../../http/route.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { findStanding, type OperatorPermission, operatorRights } from "../../people/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import type { HeldSubject } from "./held-subject.ts";
import { decideRelease, type ReleaseRequest } from "./release-request.ts";
import { deleteRequest, lockRequest, putRequest, takeRequest } from "./request-store.ts";

export type SecondPersonDeps = Pick<ConsoleDeps, "database" | "clock" | "newId" | "config">;

/**
 * Asked under the lock of what is held: true lets it go. Above the amount that one person may decide on, the first
 * release becomes a request, and only that of another person lets it go.
 */
export async function confirmRelease(
  deps: SecondPersonDeps,
  tx: Transaction,
  subject: HeldSubject,
  { request, reason }: { readonly request: ApiRequest; readonly reason: string },
): Promise<boolean> {
  const { personId } = visitorOf(request);
  const { secondPersonAboveCents } = deps.config;
  const asked = await lockRequest(tx, subject);
  const counting = await thatCounts(tx, subject, asked);
  const verdict = orThrow(decideRelease({ subject, secondPersonAboveCents, request: counting, personId }));
  const entry = {
    cause: causeOf(request),
    subject: { type: subject.type, id: subject.id },
    ...(subject.accountId === undefined ? {} : { accountId: subject.accountId }),
  };
  if (verdict.type === "request") {
    const { cents, target, updatedAt: subjectUpdatedAt, id: subjectId } = subject;
    const requestedAt = deps.clock.now();
    const wanted = { subjectId, cents, target, subjectUpdatedAt, requestedBy: personId, reason, requestedAt };
    await putRequest(tx, subject, wanted);
    const dollars = formatAmount({ units: cents, asset: usd });
    const after = { reason, dollars, ...(target === undefined ? {} : { target }) };
    await recordAudit(deps, tx, subject, [{ ...entry, action: `${subject.type}.request_release`, after }]);
    return false;
  }
  if (asked !== undefined) await deleteRequest(tx, subject);
  if (verdict.approves !== undefined) {
    const { requestedBy, requestedAt } = verdict.approves;
    const before = { requested_by: requestedBy, requested_at: formatInstant(requestedAt) };
    await recordAudit(deps, tx, subject, [{ ...entry, action: `${subject.type}.approve_release`, before }]);
  }
  return true;
}

const neededRight = {
  transfer: "held.decide",
  deposit: "held.decide",
  payment: "suspense.decide",
} as const satisfies Record<HeldSubject["type"], OperatorPermission>;

/** The word of somebody who may not decide any more, or not come in at all, is not the first of two. */
async function thatCounts(
  tx: Transaction,
  { type }: HeldSubject,
  asked: ReleaseRequest | undefined,
): Promise<ReleaseRequest | undefined> {
  if (asked === undefined) return undefined;
  const role = (await findStanding(tx, asked.requestedBy))?.operatorRole;
  return role !== undefined && operatorRights[role].platform.has(neededRight[type]) ? asked : undefined;
}

/** Rejecting and sending back need nobody else, and what was asked for before means nothing then. */
export async function forgetRequest(tx: Transaction, subject: HeldSubject): Promise<true> {
  await deleteRequest(tx, subject);
  return true;
}

/** Either of the two may take a request back. */
export function withdrawRequest(
  deps: SecondPersonDeps,
  request: ApiRequest,
  { type, id, reason }: { readonly type: HeldSubject["type"]; readonly id: string; readonly reason: string },
): Promise<void> {
  return deps.database.transaction(async (tx) => {
    const taken = await takeRequest(tx, type, id);
    if (taken === undefined) throw new RefusalError(refuse("conflict", "nobody has asked for this release"));
    const { requestedBy, requestedAt } = taken;
    await recordAudit(deps, tx, taken, [
      {
        cause: causeOf(request),
        subject: { type, id },
        action: `${type}.withdraw_release`,
        before: { requested_by: requestedBy, requested_at: formatInstant(requestedAt) },
        after: { reason },
      },
    ]);
  });
}
